import type { Report } from '../../src/report/report.ts';
import type { LoadRecord } from '../../src/verdict/load-record.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { hostileTexts } from './hostile-text.ts';
import { exchange, exchanged, faultless, foldRun, found, runFinished, runStarted } from './made-up-run.ts';
import { latency, stalledLoad } from './sample-load.ts';
import { excessRecord } from './sample-plan-limits.ts';

const hostile = hostileTexts.join(' ');

const hostileLoad: LoadRecord = {
  ...stalledLoad,
  byOperation: { [hostile]: latency(10, 2, 9) },
  failures: { [hostile]: 4 },
  objectives: [{ rule: hostile, value: hostile, met: false }],
  notes: [hostile],
  deviations: [
    { requirement: 'list/limit-bounds-count', kind: hostile, count: 2, firstSecond: 1, rateThen: 1_000 },
    { requirement: hostile, kind: hostile, count: 1, firstSecond: 1, rateThen: 1_000 },
  ],
};

/** A run of many passed requirements and some violated ones, every text of the service hostile. */
export function hostileReport(): Report {
  const answer = {
    status: 200,
    headers: [
      ['Content-Type', 'text/html'],
      ['X-Odd', hostile],
    ],
    body: `${hostile}\n${'unbroken'.repeat(800)}`,
    bodyBytes: 9_000,
    utf8: true,
    secretsEchoedIn: [],
  } as const;
  const request = {
    ...exchange(1, 'x').request,
    method: 'POST',
    target: `/pets?name=${'x'.repeat(300)}`,
    body: `{"name":${JSON.stringify(hostile)},"categoryId":9007199254740993}`,
  };
  const said = {
    message: `The service answered ${hostile}`,
    actual: hostile,
    related: [{ role: 'control', exchange: 3 }],
  };
  const events: RunEvent[] = [
    runStarted({
      command: `animal-store-conformance run http://127.0.0.1:8080/v1 --seed 42 --report-dir ${hostile}`,
    }),
    {
      type: 'preflight',
      step: { name: 'reachable', outcome: 'good', text: 'answers in 3 ms', remedy: null },
    },
    ...faultless(),
    exchanged(exchange(200, 'create/wrong-name-type', { request, response: answer })),
    exchanged(exchange(201, 'list/limit-bounds-count', { response: answer })),
    exchanged(
      exchange(202, 'list/limit-bounds-count', {
        response: null,
        failure: { code: 'reset', detail: `the connection was reset: ${hostile}` },
      }),
    ),
    found('create/wrong-name-type', 200, { kind: 'status-201', ...said, expected: '400 with an Error body' }),
    found('create/wrong-name-type', 201, { kind: 'other', ...said }),
    found('list/limit-bounds-count', 201),
    found('list/limit-bounds-count', 202),
    found('auth/challenge', 3, { message: 'The 401 carries no WWW-Authenticate header.', actual: hostile }),
    { type: 'observation', requirement: 'store/orders', text: hostile, exchanges: [201] },
    {
      type: 'check-finished',
      requirement: 'get/stable',
      outcome: 'inconclusive',
      reason: `every category was refused (${hostile}); name one that exists with --category-id`,
    },
    { type: 'wait', reason: 'allowance', durationMs: 1_200 },
    {
      type: 'plan-limit',
      record: { ...excessRecord, plan: hostile, engines: [hostile], explainedBy: [hostile] },
    },
    { type: 'load', record: hostileLoad },
    ...hostileTexts.map(
      (name, index): RunEvent => ({
        type: 'animal-created',
        id: String(9_007_199_254_740_993n + BigInt(index)),
        name,
        exchange: 200,
      }),
    ),
    runFinished(),
  ];
  return foldRun(events);
}
