import type { Report } from '../../src/report/report.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { exchange, exchanged, found, madeReport } from './made-up-run.ts';

const waysEach = 14;
const exchangesEach = 5;

/**
 * The report of a run that violates everything in many ways: it cites 5,000 exchanges.
 *
 * @param text what stands in every text of the service
 */
export function largeReport(text: string): Report {
  const response = exchange(1, 'x').response;
  const judged = requirements.filter(({ level }) => level !== 'OBSERVE');
  const events = judged.flatMap(({ id }, place) =>
    Array.from({ length: waysEach * exchangesEach }, (_, index): RunEvent[] => {
      const number = place * waysEach * exchangesEach + index + 1;
      const one = exchange(number, id, {
        request: { ...exchange(1, 'x').request, method: 'POST', target: '/pets', body: text },
        response: response === null ? null : { ...response, status: 201, body: text },
      });
      const kind = `way-${Math.floor(index / exchangesEach)}`;
      return [
        exchanged(one),
        found(id, number, { kind, message: text, expected: text, actual: `${text.slice(1)}.` }),
      ];
    }).flat(),
  );
  return madeReport(
    [
      ...events,
      ...requirements.map(({ id }): RunEvent => ({ type: 'check-started', requirement: id })),
      ...requirements.map(
        ({ id }): RunEvent => ({
          type: 'check-finished',
          requirement: id,
          outcome: 'inconclusive',
          reason: text,
        }),
      ),
    ],
    { selected: requirements.map(({ id }) => id) },
  );
}
