/** A reproducible sequence of numbers in [0, 1) from an unsigned 32-bit seed (mulberry32); not for secrets. */
export function seededNumbers(seed: number): () => number {
  let index = -1;
  return () => {
    index += 1;
    return seededNumber(seed, index);
  };
}

/** The number at a position of such a sequence: 0, 1, … */
export function seededNumber(seed: number, index: number): number {
  const state = (seed + Math.imul(index + 1, 0x6d2b79f5)) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
