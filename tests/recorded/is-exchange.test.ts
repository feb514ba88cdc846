import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExchange } from '../../src/recorded/is-exchange.ts';
import { anyFullRun, findingsIn } from '../watches/conforming-run.ts';

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  return typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))]
    : [path];
}

/** A copy with one value replaced. */
function replaced(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) {
    return other;
  }
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(copy, { [name]: replaced(Reflect.get(copy, name), rest, other) });
  return copy;
}

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'x', 0, -1, 1.5, -1e308, 9e15),
  fc.constantFrom<unknown>([], {}, [null], [[]], [5], { length: 5 }, { body: 1 }),
);

describe('an exchange of a damaged journal', () => {
  it('is accepted as a run recorded it', () => {
    fc.assert(
      fc.property(anyFullRun, ({ exchanges }) => {
        expect(exchanges.filter((exchange) => !isExchange(exchange))).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  it('is rejected, or can be judged', () => {
    fc.assert(
      fc.property(anyFullRun, fc.nat(), fc.nat(), anyValue, (run, which, where, value) => {
        const index = which % run.exchanges.length;
        const paths = pathsIn(run.exchanges[index]);
        const damaged = replaced(run.exchanges[index], paths[where % paths.length] ?? [], value);
        if (isExchange(damaged)) {
          findingsIn({ ...run, exchanges: run.exchanges.with(index, damaged) });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is rejected if it lacks a member', () => {
    fc.assert(
      fc.property(anyFullRun, fc.nat(), ({ exchanges }, which) => {
        const exchange = exchanges[which % exchanges.length];
        for (const name of ['check', 'sentAtMs', 'request', 'response', 'startedAt']) {
          expect(isExchange({ ...exchange, [name]: undefined }), name).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });
});
