//! Many short queues in one vector.

/// Ends of a queue in [`Queues`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Queue {
    /// Place of the first one; places count from one, and zero is none.
    first: u32,
    last: u32,
}

/// Queues of numbers in one vector: nearly all of them hold one number, and each would be an allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queues {
    /// Each number with the place of the next one in its queue.
    places: Vec<(u32, u32)>,
}

impl Queues {
    pub(crate) fn push(&mut self, queue: &mut Queue, number: u32) {
        self.places.push((number, 0));
        let place = self.places.len() as u32;
        match queue.first {
            0 => queue.first = place,
            _ => self.places[queue.last as usize - 1].1 = place,
        }
        queue.last = place;
    }

    pub(crate) fn pop(&self, queue: &mut Queue) -> Option<u32> {
        let (number, next) = *self.places.get((queue.first as usize).checked_sub(1)?)?;
        queue.first = next;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_give_what_they_took_in_its_order() {
        let mut queues = Queues::default();
        let (mut a, mut b) = (Queue::default(), Queue::default());
        queues.push(&mut a, 1);
        queues.push(&mut b, 7);
        queues.push(&mut a, 2);
        assert_eq!(
            [queues.pop(&mut a), queues.pop(&mut a), queues.pop(&mut a)],
            [Some(1), Some(2), None]
        );
        queues.push(&mut a, 3);
        assert_eq!(
            [queues.pop(&mut a), queues.pop(&mut b), queues.pop(&mut b)],
            [Some(3), Some(7), None]
        );
    }
}
