import fc from 'fast-check';
import type { Exchange, HeaderList } from '../../src/exchange/exchange.ts';
import type { Report } from '../../src/report/report.ts';
import type { Baseline, Waiver } from '../../src/verdict/known-failures.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { arbitraryLoad, arbitraryPlanLimit } from './arbitrary-measurements.ts';
import { hostileHeaderValue, hostileText } from './hostile-text.ts';
import { foldRun } from './made-up-run.ts';

const ids = requirements.map(({ id }) => id);
const id = fc.constantFrom(...ids);
const exchangeNumber = fc.integer({ min: 1, max: 20 });
const milliseconds = fc.integer({ min: 0, max: 100_000 });
const headers: fc.Arbitrary<HeaderList> = fc.array(
  fc.tuple(
    fc.constantFrom('Accept', 'X-Odd', 'authorization', 'Content-Type', 'Server', 'X-Build-Id'),
    hostileHeaderValue,
  ),
  { maxLength: 3 },
);

const response = fc.record({
  status: fc.constantFrom(200, 201, 400, 401, 404, 429, 500),
  headers,
  body: hostileText,
  bodyBytes: fc.nat(),
  utf8: fc.boolean(),
  secretsEchoedIn: fc.constantFrom([], ['body']),
});
const failure = fc.record({ code: fc.constantFrom('reset', 'timeout', 'truncated'), detail: hostileText });

/** What received of a request: an answer, a failure, or an answer that broke off. */
const outcome = fc.oneof(
  { weight: 4, arbitrary: fc.record({ response, failure: fc.constant(null) }) },
  { weight: 1, arbitrary: fc.record({ response: fc.constant(null), failure }) },
  { weight: 1, arbitrary: fc.record({ response, failure }) },
);

/** An exchange full of hostile text. */
const arbitraryExchange: fc.Arbitrary<Exchange> = fc
  .record({
    number: exchangeNumber,
    check: fc.oneof(id, fc.constant('preflight')),
    request: fc.record({
      method: fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'),
      target: hostileHeaderValue.map((text) => `/pets?${text}`),
      headers,
      body: fc.option(hostileText),
      credential: fc.constantFrom('api-key', 'none', 'quota-key-1'),
    }),
    outcome,
    sentAtMs: milliseconds,
  })
  .map(({ outcome: received, ...rest }) => ({
    startedAt: '2026-01-01T00:00:00.000Z',
    headersAtMs: received.response === null ? null : rest.sentAtMs + 1,
    finishedAtMs: rest.sentAtMs + 2,
    connection: 1,
    traceparent: '00-00000000000000000000000000000001-0000000000000001-01',
    ...rest,
    ...received,
  }));

const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-09', '2027-06-30');
const waiver: fc.Arbitrary<Waiver> = fc.record({
  requirement: id,
  operation: fc.constantFrom(null, 'listPets', 'createPet', 'getPet'),
  target: fc.constantFrom(null, 'http://127.0.0.1:8080/v1', 'https://*'),
  reason: hostileText.map((text) => `known: ${text}`),
  owner: fc.option(hostileText),
  link: fc.constantFrom(null, 'https://tracker.example.com/42'),
  expires: day,
  source: hostileText.map((text) => `${text}, line 7`),
});

const baseline: fc.Arbitrary<Baseline> = fc.record({
  source: hostileText.map((text) => `${text}main.json`),
  startedAt: fc.constant('2025-12-31T00:00:00.000Z'),
  violated: fc.array(
    fc.record({
      requirement: id,
      kinds: fc.array(fc.oneof(fc.constant('shape'), hostileText), { maxLength: 2 }),
    }),
    { maxLength: 6 },
  ),
  undecided: fc.array(id, { maxLength: 6 }),
});

const started = fc.record({
  tool: fc.constant({ name: 'animal-store-conformance', version: '0.1.0' }),
  baseUrl: fc.constantFrom('http://127.0.0.1:8080/v1', 'https://animals.example/v1'),
  startedAt: fc.constant('2026-01-01T00:00:00.000Z'),
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  effort: fc.constantFrom('smoke', 'normal', 'thorough'),
  tag: fc.constant('conformance-1a2b3c'),
  argv: fc.constant({ target: 'http://127.0.0.1:8080/v1', checks: [], planLimits: [], wholeRun: [] }),
  command: fc.oneof(fc.constant('animal-store-conformance run http://127.0.0.1:8080/v1'), hostileText),
  failOn: fc.constantFrom('must', 'should'),
  selected: fc.oneof(fc.constant(ids), fc.subarray(ids)),
  waivers: fc.array(waiver, { maxLength: 6 }),
  reach: fc.record({
    proxy: fc.option(hostileText),
    avoidsProxy: fc.boolean(),
    caFile: fc.option(hostileText),
    clientCertificate: fc.option(hostileText),
    clientKey: fc.option(hostileText),
  }),
  catalogue: fc.constant(1),
});

const header: fc.Arbitrary<RunHeader> = fc
  .tuple(started, fc.option(baseline), fc.boolean())
  .map(([first, before, isReadOnly]) => ({
    ...first,
    ...(before === null ? {} : { baseline: before }),
    ...(isReadOnly ? ({ readOnly: true } as const) : {}),
  }));

const finding: fc.Arbitrary<RunEvent> = fc.record({
  type: fc.constant('finding'),
  finding: fc.record({
    requirement: id,
    kind: fc.constantFrom('status-200', 'too-many', 'shape'),
    message: hostileText,
    expected: hostileText,
    actual: hostileText,
    exchange: exchangeNumber,
    related: fc.array(fc.record({ role: fc.constantFrom('control', 'creation'), exchange: exchangeNumber }), {
      maxLength: 2,
    }),
  }),
});

const checkFinished: fc.Arbitrary<RunEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constant('check-finished'),
        requirement: id,
        outcome: fc.constant('done'),
        reason: fc.constant(null),
        casesLeftOut: fc.integer({ min: 1, max: 99 }),
      },
      { requiredKeys: ['type', 'requirement', 'outcome', 'reason'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('check-finished'),
      requirement: id,
      outcome: fc.constantFrom('skipped', 'inconclusive'),
      reason: hostileText.map((text) => `because ${text}`),
    }),
  },
);

/** Any event but the first and the last. */
const event: fc.Arbitrary<RunEvent> = fc.oneof(
  { weight: 4, arbitrary: checkFinished },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('exchange'),
      exchange: arbitraryExchange,
      touched: fc.array(id, { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: finding },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('check-started'), requirement: id }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('evidence'), requirement: id, exchange: exchangeNumber }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('observation'),
      requirement: id,
      text: hostileText.map((text) => `seen ${text}`),
      exchanges: fc.array(exchangeNumber, { maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('wait'),
      reason: fc.constant('allowance'),
      durationMs: milliseconds,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('animal-created'),
      id: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      name: hostileText,
      exchange: exchangeNumber,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('preflight'),
      step: fc.record({
        name: fc.constant('reachable'),
        outcome: fc.constantFrom('good', 'note', 'problem'),
        text: hostileText,
        remedy: fc.option(hostileText),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ type: fc.constant('plan-limit' as const), record: arbitraryPlanLimit }),
      fc.record({ type: fc.constant('load' as const), record: arbitraryLoad }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('internal-error'),
      requirement: fc.option(id),
      message: hostileText,
    }),
  },
);

const runFinished: fc.Arbitrary<RunEvent> = fc.record({
  type: fc.constant('run-finished'),
  finishedAt: fc.constant('2026-01-01T00:01:00.000Z'),
  durationMs: milliseconds,
  interrupted: fc.option(
    hostileText.map((text): string => `stopped ${text}`),
    { nil: null },
  ),
});

/** The events of any run, killed ones too. */
export const arbitraryRun: fc.Arbitrary<RunEvent[]> = fc
  .tuple(header, fc.array(event, { maxLength: 60 }), fc.option(runFinished))
  .map(([first, events, last]) => [
    { type: 'run-started', header: first },
    ...events,
    ...(last === null ? [] : [last]),
  ]);

/** The report of any run. */
export const arbitraryReport: fc.Arbitrary<Report> = arbitraryRun.map(foldRun);
