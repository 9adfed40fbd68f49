//! Who takes images, and what they take at most: the numbers that checks, replay and the repair of bodies go by.

/// Who is to take the images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// The recorded release, whatever the provider says.
    Release,
    /// A provider.
    Provider,
    /// Google's Gemini API.
    Gemini,
    /// Amazon's Converse API.
    Bedrock,
}

/// What a request may hold.
#[derive(Debug, PartialEq, Eq)]
pub struct TakerLimits {
    /// Characters of an image's base64.
    pub max_base64_chars: usize,
    /// Bytes of an image, where they are counted as well.
    pub max_bytes: u64,
    /// Longest side in pixels.
    pub max_side: u32,
    /// Images above which [`TakerLimits::max_side_of_many`] holds.
    pub many: usize,
    /// Longest side in pixels in a request of many images.
    pub max_side_of_many: u32,
    /// Images in a request.
    pub max_images: usize,
}

impl Taker {
    /// What it takes; none for the release, which asks nobody.
    ///
    /// ```
    /// use transcript_hygiene::images::Taker;
    ///
    /// assert_eq!(Taker::Bedrock.limits().unwrap().max_images, 20);
    /// assert_eq!(Taker::Release.limits(), None);
    /// ```
    pub const fn limits(self) -> Option<&'static TakerLimits> {
        match self {
            Taker::Release => None,
            Taker::Provider | Taker::Gemini => Some(&TakerLimits::PROVIDER),
            Taker::Bedrock => Some(&TakerLimits::BEDROCK),
        }
    }
}

impl TakerLimits {
    /// Anthropic's numbers, which all are held to: nobody else names smaller ones. Characters by the report in
    /// anthropics/claude-code#20021, the rest by the documentation of its vision models.
    pub const PROVIDER: TakerLimits = TakerLimits {
        max_base64_chars: 5 << 20,
        max_bytes: u64::MAX,
        max_side: 8000,
        many: 20,
        max_side_of_many: 2000,
        max_images: 100,
    };

    /// By the documentation of Bedrock's Converse: 3.75 MB an image, 20 images.
    pub const BEDROCK: TakerLimits = TakerLimits {
        max_bytes: 3_750_000,
        max_images: 20,
        ..Self::PROVIDER
    };

    /// Longest side in pixels in a request of so many images.
    pub const fn side_among(&self, images: usize) -> u32 {
        if images > self.many {
            self.max_side_of_many
        } else {
            self.max_side
        }
    }
}
