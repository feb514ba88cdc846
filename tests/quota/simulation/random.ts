/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Numbers that a seed (unsigned 32 bits) repeats: splitmix with 32 bits of state. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000;
  };
}

/** A number in [from, to). */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}

/** The next gap of arrivals that come independently of each other, `perMs` of them on average. */
export function arrivalGap(random: Random, perMs: number): number {
  return -Math.log(1 - random()) / perMs;
}
