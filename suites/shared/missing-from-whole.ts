import type { Check } from '../../src/runner/check.ts';
import { latestList, listed } from '../../src/runner/listed.ts';

/**
 * Judges animals of this run that a complete list of their status omits. If the unfiltered list is not cut, contains all
 * known animals of others, and omits these animals too, the filter is not the only cause.
 */
export async function judgeMissingFromWhole(check: Check, ids: readonly bigint[]): Promise<void> {
  const { options, history } = check.session;
  const own = check.own.filter(({ id }) => ids.includes(id));
  const isOpen =
    check.isSelected('list/created-pet-listed') &&
    check.session.findingsOf('list/created-pet-listed').length === 0;
  if (!isOpen || own.length === 0 || latestList(check)?.complete === true) {
    return;
  }
  const list = await listed(check, { limit: 100 });
  const shown = new Set(list?.pets.map(({ id }) => id));
  const isWhole = [...history.seen].every(
    ({ id, creation, listedAtMs }) => creation !== null || listedAtMs === null || shown.has(id),
  );
  if (list === null || list.pets.length >= 100 || !isWhole) {
    return;
  }
  for (const { id, creation } of own.filter((animal) => !shown.has(animal.id))) {
    check.as('list/created-pet-listed').deviation(list.answer, {
      kind: 'not-listed',
      message:
        'A created animal is neither in the list of its status nor in the unfiltered list, which its limit does not cut',
      expected: `id ${id} in the list within ${options.consistencyGraceMs} ms`,
      actual: `${list.pets.length} animals, without it`,
      related: [{ role: 'creation', exchange: creation?.exchange.number ?? 0 }],
    });
  }
}
