/** A view from another realm is one, too, but a subclass such as Node's Buffer has the tag of its base. */
export function isBytes(value) {
  return ArrayBuffer.isView(value) && value[Symbol.toStringTag] === 'Uint8Array';
}

export function equalBytes(some, others) {
  if (some.length !== others.length) return false;
  // A loop, since sessions are large and `every` is slow.
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}

export function concatBytes(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
