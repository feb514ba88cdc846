import type { Exchange } from '../../src/exchange/exchange.ts';
import { foldRun as fold } from '../../src/report/fold/fold.ts';
import { script, styleSheet } from '../../src/report/html/page-assets.ts';
import type { Report } from '../../src/report/report.ts';
import { lightEvent } from '../../src/report/report-exchange.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';

export const allIds = requirements.map(({ id }) => id);

/** Every requirement that is decided without keys of known plans. */
export const functionalIds = allIds.filter((id) => !id.startsWith('quota/'));

/** The first event of a run, with some facts changed. */
export function runStarted(changes: Partial<RunHeader> = {}): RunEvent {
  return {
    type: 'run-started',
    header: {
      tool: { name: 'animal-store-conformance', version: '0.1.0' },
      baseUrl: 'http://127.0.0.1:8080/v1',
      startedAt: '2026-01-01T10:00:00.000Z',
      seed: 42,
      effort: 'normal',
      tag: 'conformance-1a2b3c',
      command: 'npx animal-store-conformance run http://127.0.0.1:8080/v1 --seed 42',
      argv: {
        target: changes.baseUrl ?? 'http://127.0.0.1:8080/v1',
        checks: [],
        planLimits: [],
        wholeRun: [],
      },
      failOn: 'must',
      catalogue: 1,
      selected: functionalIds,
      ...changes,
    },
  };
}

/** The last event of a run. */
export function runFinished(interrupted: string | null = null): RunEvent {
  return { type: 'run-finished', finishedAt: '2026-01-01T10:00:01.840Z', durationMs: 1_840, interrupted };
}

/** The report of a run with these events in it. */
export function madeReport(
  events: readonly RunEvent[],
  header: Partial<RunHeader> = {},
  end = runFinished(),
): Report {
  return foldRun([runStarted(header), ...events, end]);
}

/** The report of a run of all requirements without keys of known plans. */
export function wholeRun(
  events: readonly RunEvent[],
  header: Partial<RunHeader> = {},
  end = runFinished(),
): Report {
  const withoutKey = allIds
    .filter((id) => !functionalIds.includes(id))
    .map((id) => undecided(id, 'skipped', 'give --quota-key PLAN=KEY'));
  return madeReport([...events, ...withoutKey], { selected: allIds, ...header }, end);
}

/** A row of a report. @throws {Error} for a requirement that is not in it */
export function rowOf(report: Report, id: string) {
  const row = report.requirements.find((one) => one.id === id);
  if (row === undefined) {
    throw new Error(`${id} is not in the report`);
  }
  return row;
}

/** An exchange of a check: a list of animals, unless changed. */
export function exchange(number: number, check: string, changes: Partial<Exchange> = {}): Exchange {
  return {
    number,
    check,
    startedAt: '2026-01-01T10:00:00.100Z',
    sentAtMs: number * 5,
    headersAtMs: number * 5 + 3,
    finishedAtMs: number * 5 + 4,
    connection: 1,
    traceparent: `00-${String(number).padStart(32, '0')}-0000000000000001-01`,
    request: {
      method: 'GET',
      target: '/pets?limit=5',
      headers: [
        ['Host', '127.0.0.1:8080'],
        ['Connection', 'keep-alive'],
        ['User-Agent', 'animal-store-conformance/0.1.0'],
        ['Accept', 'application/json'],
        ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
      ],
      body: null,
      credential: 'api-key',
    },
    response: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-RateLimit-Limit', '60'],
        ['X-RateLimit-Remaining', '59'],
        ['X-RateLimit-Reset', '1767261660'],
      ],
      body: '[{"id":9007199254740993,"name":"Bo","categoryId":1,"status":"available"}]',
      bodyBytes: 72,
      utf8: true,
      secretsEchoedIn: [],
    },
    failure: null,
    ...changes,
  };
}

/** The event of an exchange. */
export function exchanged(one: Exchange, touched: readonly string[] = []): RunEvent {
  return { type: 'exchange', exchange: one, touched };
}

/** A finding seen in an exchange. */
export function found(requirement: string, number: number, changes: Partial<Finding> = {}): RunEvent {
  return {
    type: 'finding',
    finding: {
      requirement,
      kind: 'too-many',
      message: 'A list with limit=1 holds 3 animals.',
      expected: 'at most 1 animal',
      actual: '3 animals',
      exchange: number,
      related: [],
      ...changes,
    },
  };
}

/** A check that began and came to its end. */
export function done(requirement: string): RunEvent[] {
  return [
    { type: 'check-started', requirement },
    { type: 'check-finished', requirement, outcome: 'done', reason: null },
  ];
}

/** A check that could not be decided. */
export function undecided(
  requirement: string,
  outcome: 'skipped' | 'inconclusive',
  reason: string | null,
): RunEvent {
  return { type: 'check-finished', requirement, outcome, reason };
}

/** Everything that a run of a service without a fault brings, one exchange a check. */
export function faultless(ids: readonly string[] = functionalIds): RunEvent[] {
  return ids.flatMap((id, index): RunEvent[] => [
    { type: 'check-started', requirement: id },
    exchanged(exchange(index + 1, id), ['responses/schema', 'rate/headers-present']),
    ...(requirements.find((row) => row.id === id)?.level === 'OBSERVE'
      ? [{ type: 'observation', requirement: id, text: `what ${id} brings`, exchanges: [index + 1] } as const]
      : []),
    { type: 'check-finished', requirement: id, outcome: 'done', reason: null },
  ]);
}

/** The report of all events of a run. */
export function foldRun(events: Iterable<RunEvent>): Report {
  return fold(Array.from(events, lightEvent));
}

/** A page without the text of its style and its script: what is left is made of the report. */
export function markupOf(page: string): string {
  return page.replace(script, '').replace(styleSheet, '');
}
