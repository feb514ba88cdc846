import type { ReferenceImplementationOptions } from '../../reference-impl/index.ts';

type NewPet = NonNullable<ReferenceImplementationOptions['animals']>[number];

/** Of two statuses more than a list without `limit` shows, and together fewer than the longest list may show. */
const storedCount = 75;

/** Fewer are sold than are there otherwise, and some have no status. */
const statuses = [
  ...(['available', 'pending', 'sold', 'available', 'pending'] as const),
  ...(['sold', 'available', 'pending', 'available', 'pending', undefined] as const),
];
const names = ['Bella', 'Momo', 'Kiwi', 'Balu', 'Flöckchen', 'Herr Nilsson', "O'Malley", '小白'];

/** The animals of a store that has been in use for a while: of all statuses, some without one. */
export const storedAnimals: readonly NewPet[] = Array.from({ length: storedCount }, (_, index) => {
  const status = statuses[index % statuses.length];
  const name = `${names[index % names.length]} ${index + 1}`;
  return { name, categoryId: BigInt(1 + (index % 5)), ...(status === undefined ? {} : { status }) };
});
