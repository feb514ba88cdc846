/**
 * Numbers from 0 up to, not including, 1 that follow from a seed: a linear congruential generator of 32 bits
 * (multiplier and increment of Numerical Recipes), its bits mixed, for choices that nobody has to guess.
 *
 * @param seed an unsigned 32-bit integer
 */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}
