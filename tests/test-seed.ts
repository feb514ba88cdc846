/** The seed of all random choices of the tests, `TEST_SEED`: with it, only the commit decides what passes. */
const { TEST_SEED: given } = process.env;
export const testSeed = given === undefined ? null : Number(given);

const start = testSeed ?? Math.floor(Math.random() * 1_000);

/** One in so many of these, others for each seed; all of them with `TESTS=all`. */
export function oneIn<Item>(share: number, items: readonly Item[]): readonly Item[] {
  return process.env['TESTS'] === 'all' ? items : items.filter((_, index) => (index + start) % share === 0);
}
