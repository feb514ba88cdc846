/** Beyond this nothing can be drawn: the sum of many of them is still a number. */
const greatest = 1e15;

/** A number that can be drawn: what is none is 0, what is too large stops at 10^15. */
export function sane(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(greatest, Math.max(-greatest, value));
}

/** The same, not below 0. */
export function saneCount(value: number): number {
  return Math.max(0, sane(value));
}
