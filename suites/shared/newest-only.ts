import type { Check } from '../../src/runner/check.ts';
import type { Listed } from '../../src/runner/listed.ts';

/**
 * Whether a list that is not filtered looks cut to the newest animals: of others some are gone that a list has shown,
 * and of this run's the first ones alone. Pages may be smaller than any known before.
 */
export function showsNewestOnly({ session }: Check, { pets }: Listed): boolean {
  const shown = new Set(pets.map(({ id }) => id));
  const own = session.history.created;
  const first = own.findIndex(({ id }) => shown.has(id));
  return (
    first > 0 &&
    own.slice(first).every(({ id }) => shown.has(id)) &&
    [...session.history.seen].some(
      ({ id, creation, listedAtMs }) => creation === null && listedAtMs !== null && !shown.has(id),
    )
  );
}
