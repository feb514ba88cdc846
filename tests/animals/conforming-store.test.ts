import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { propertyRuns } from '../property-runs.ts';
import { anySteps, anyTraits, carryOut, runTag } from './traffic.ts';

function judge(exchanges: readonly Exchange[]) {
  const watch = new AnimalWatch(runTag);
  return { watch, findings: exchanges.flatMap((one) => watch.see(one).findings) };
}

describe('a store that obeys the document', () => {
  it('is not flagged either if a restart loses all its animals, and a gateway responds meanwhile', () => {
    fc.assert(
      fc.property(
        anyTraits,
        anySteps,
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (traits, steps, one, other, loses) => {
          const [start = 0, back = 0] = [one % steps.length, other % steps.length].sort(
            (left, right) => left - right,
          );
          const restart = { start, back, lossAt: loses ? back : null };
          const exchanges = carryOut({ ...traits, changesStatuses: false }, steps, restart);
          expect(judge(exchanges).findings).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('whose statuses change by themselves gets no more than the warning for that', () => {
    fc.assert(
      fc.property(anyTraits, anySteps, (traits, steps) => {
        const flagged = judge(carryOut({ ...traits, changesStatuses: true }, steps)).findings;
        expect(flagged.filter(({ requirement }) => requirement !== 'get/status-stable')).toEqual([]);
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
