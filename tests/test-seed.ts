/** The seed of all random values of the tests, so that the tree alone decides what passes; the night tries others. */
export const testSeed = Number(process.env['TEST_SEED'] ?? 7);

/** Every so many of these, always the same ones; all of them with `TESTS=all`. */
export function every<Item>(nth: number, items: readonly Item[]): readonly Item[] {
  return process.env['TESTS'] === 'all' ? items : items.filter((_, index) => index % nth === 0);
}
