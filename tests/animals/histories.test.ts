import { describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';
import { histories } from './histories.ts';
import { findings, flagged } from './shapes.ts';
import { runTag } from './traffic.ts';

/** The requirements that the last of these exchanges is evidence for. */
function touched(shapes: readonly Shape[]): readonly string[] {
  const watch = new AnimalWatch(runTag);
  const seen = shapes.map((shape, index) => watch.see(exchange({ number: index + 1, ...shape })));
  return seen.at(-1)?.touched ?? [];
}

const all = histories();

describe('exchanges show', () => {
  it.each(all)('$what', ({ exchanges, shown }) => {
    const [first = ''] = shown;
    const requirement = first.split(' ').at(-1);
    if (first.startsWith('evidence for ')) {
      expect(touched(exchanges)).toContain(requirement);
    } else if (first.startsWith('no evidence for ')) {
      expect(touched(exchanges)).not.toContain(requirement);
    } else {
      expect(flagged(...exchanges)).toEqual(shown);
    }
  });
});

it('a finding cites the exchanges that it rests on', () => {
  const cited = all
    .flatMap(({ exchanges }) => findings(...exchanges))
    .flatMap(({ requirement, kind, related }) =>
      related.map(({ role, exchange }) => `${requirement} ${kind}: ${role} ${exchange}`),
    );
  expect([...new Set(cited)].sort()).toMatchInlineSnapshot(`
    [
      "auth/refused-without-effect stored: the refused creation 1",
      "create/refused-without-effect stored: the refused creation 1",
      "create/refused-without-effect stored: the refused creation 2",
      "create/unique-ids id-given-twice: the other creation 1",
      "create/unique-ids id-given-twice: the other creation 2",
      "get/returns-created another-animal: creation 1",
      "get/returns-created categoryId-differs: creation 1",
      "get/returns-created categoryId-differs: creation 3",
      "get/returns-created name-differs: creation 1",
      "get/returns-created name-differs: creation 2",
      "get/returns-created not-found: creation 1",
      "get/returns-created not-found: creation 3",
      "get/returns-created not-found: creation 5",
      "get/returns-created status-differs: creation 1",
      "get/stable categoryId-differs: read before 2",
      "get/stable name-differs: read before 2",
      "get/stable not-found: creation 1",
      "get/stable not-found: creation 3",
      "get/stable not-found: read before 2",
    ]
  `);
});
