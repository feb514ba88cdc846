import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { type JudgeOptions, judgeRecorded } from '../../src/recorded/judge-recorded.ts';
import { readHar } from '../../src/recorded/read-har.ts';
import type { Report } from '../../src/report/report.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { anyFullRun, findingsIn, plainRun } from '../watches/conforming-run.ts';
import { browserEntry, harText, recordedKey } from './har-text.ts';
import { manglings } from './manglings.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const free = { plan: 'free', perMinute: 60, perDay: 1_000, minuteMs: 60_000, dayMs: 86_400_000 };

async function judged(
  text: string,
  changes: Partial<JudgeOptions> = {},
  apiKey: string | null = null,
): Promise<Report> {
  rmSync(join(folder, 'journal.ndjson'), { force: true });
  return judgeRecorded(readHar(text, '"x.har"', null, apiKey), {
    plan: null,
    minuteMs: 60_000,
    dayMs: 86_400_000,
    failOn: 'must',
    reportDir: folder,
    command: 'animal-store-conformance judge x.har',
    ...changes,
  });
}

function verdicts(report: Report): Record<string, string> {
  return Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]));
}

const reportedBy = (report: Report) =>
  report.requirements.filter(({ findings }) => findings.length > 0).map(({ id }) => id);

describe('recorded traffic', () => {
  test('a conforming service is never flagged, whatever recording it does to its traffic', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFullRun,
        fc.array(fc.nat({ max: manglings.length - 1 }), { minLength: 1, maxLength: 7 }),
        fc.boolean(),
        async ({ exchanges, context }, others, hasKey) => {
          const chosen = [0, ...others];
          const entries = exchanges.map((one, index) =>
            manglings[chosen[index % chosen.length] ?? 0]?.(browserEntry(one)),
          );
          const plan = context.planLimit === null ? null : { ...free, ...context.planLimit };
          const { minuteMs, dayMs } = context;
          const options = { plan: plan === null ? null : { ...plan, minuteMs, dayMs }, minuteMs, dayMs };
          const report = await judged(harText(entries), options, hasKey ? recordedKey : null);
          const said = report.requirements.flatMap(({ id, findings }) =>
            findings.map(({ message, actual }) => `${id}: ${message}: ${actual}`),
          );
          expect(said.filter((text) => !text.startsWith('version/'))).toEqual([]);
          expect(report.internalErrors).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(8) },
    );
  });

  test('a recording of everything decides what answers can show, and says what they can not', async () => {
    const run = plainRun(3);
    expect(findingsIn(run)).toEqual([]);
    const report = await judged(harText(run.exchanges.map(browserEntry)), {}, recordedKey);
    const of = verdicts(report);
    expect(report.run.kind).toBe('judge');
    expect(of['responses/schema']).toBe('passed');
    expect(of['create/unique-ids']).toBe('passed');
    expect(of['auth/valid-key-accepted']).toBe('passed');
    expect(of['version/base-address']).toBe('passed');
    expect(of['errors/codes']).toBe('observed');
    for (const id of ['auth/missing-key', 'create/accepts-valid', 'quota/retry-after-honest']) {
      expect(of[id]).toBe('skipped');
      expect(report.requirements.find((row) => row.id === id)?.reason).toContain(
        "recorded traffic can't decide it",
      );
    }
    expect(of['rate/limit-matches-plan']).toBe('skipped');
  });

  test('a violation is reported under its requirement, with its exchange, and the report holds no key', async () => {
    const list = exchange(1, 'list/safe');
    const wrong: Exchange = {
      ...list,
      request: { ...list.request, target: '/pets?limit=1' },
      response: response(200, '[{"id":1,"name":"Bo","categoryId":1},{"id":2,"name":"Rex","categoryId":1}]'),
    };
    const report = await judged(harText([browserEntry(wrong), browserEntry(list)]));
    expect(reportedBy(report)).toEqual(['list/limit-bounds-count']);
    expect(report.verdict).toBe('non-conformant');
    expect(report.requirements.find(({ id }) => id === 'list/limit-bounds-count')?.findings[0]).toMatchObject(
      {
        kind: 'more-than-limit',
        curl: expect.stringContaining('$ANIMAL_STORE_API_KEY'),
        rerun: 'animal-store-conformance judge x.har',
      },
    );
    expect(readFileSync(join(folder, 'journal.ndjson'), 'utf8')).not.toContain(recordedKey);
  });

  test.each([
    ['a key of small letters', 'Bearer quietlowercasekeyofletters', 'quietlowercasekeyofletters'],
    ['the password of Basic', `Basic ${Buffer.from('user:Pa55wordXyz').toString('base64')}`, 'Pa55wordXyz'],
  ])('the report holds no key: %s', async (_what, authorization, key) => {
    const list = exchange(1, 'list/safe');
    const echoed = { ...list, response: response(200, `[{"id":1,"name":"${key}","categoryId":1}]`) };
    const text = harText([browserEntry(echoed)]).replaceAll(`Bearer ${recordedKey}`, authorization);
    for (const apiKey of [null, key]) {
      await judged(text, {}, apiKey);
      expect(readFileSync(join(folder, 'journal.ndjson'), 'utf8')).not.toContain(key);
    }
  });

  test('a key that was refused is no mask, so it does not hide who sent the other requests', async () => {
    const list = exchange(2, 'list/safe');
    const refused = { ...list, response: response(401, error(401)) };
    const invalid = JSON.stringify(browserEntry(refused)).replaceAll(recordedKey, 'invalid');
    await judged(harText([browserEntry(exchange(1, 'list/safe')), JSON.parse(invalid)]));
    const journal = readFileSync(join(folder, 'journal.ndjson'), 'utf8');
    const senders = [...journal.matchAll(/"credential":"([^"]+)"/g)].map(([, sender]) => sender);
    expect(senders).toEqual(['api-key', 'invalid']);
  });

  test('a 401 to a previously valid key is a violation only if the user states that it was valid', async () => {
    const refused = { ...exchange(2, 'list/safe'), response: response(401, error(401)) };
    const text = harText([browserEntry(exchange(1, 'list/safe')), browserEntry(refused)]);
    expect(reportedBy(await judged(text))).not.toContain('auth/valid-key-accepted');
    expect(reportedBy(await judged(text, {}, recordedKey))).toContain('auth/valid-key-accepted');
    // Another key than those in the recording says nothing of them.
    expect(reportedBy(await judged(text, {}, 'another-Key-7h2Ws'))).not.toContain('auth/valid-key-accepted');
  });

  test('more than any limiter would serve is an excess, and so much in two windows is none', async () => {
    const served = (count: number, everyMs: number) =>
      harText(
        Array.from({ length: count }, (_, index) => {
          const sentAtMs = index * everyMs;
          const startedAt = new Date(Date.parse('2026-01-01T10:00:00.123Z') + sentAtMs).toISOString();
          return browserEntry({ ...exchange(index + 1, 'list/safe'), startedAt, sentAtMs });
        }),
      );
    const plan = { plan: free };
    expect(reportedBy(await judged(served(200, 10), plan))).toContain('quota/limit-enforced');
    expect(reportedBy(await judged(served(110, 10), plan))).not.toContain('quota/limit-enforced');
    expect(reportedBy(await judged(served(200, 1_001), plan))).not.toContain('quota/limit-enforced');
    expect(reportedBy(await judged(served(200, 10)))).not.toContain('quota/limit-enforced');
  });

  test('a Reset is held against the clock of the server, never against that of the recording alone', async () => {
    const list = exchange(1, 'x');
    const at = (date: [string, string][], reset: string): Exchange => ({
      ...list,
      response: {
        ...response(200, '[]'),
        headers: [
          ['Content-Type', 'application/json'],
          ['X-RateLimit-Limit', '60'],
          ['X-RateLimit-Remaining', '59'],
          ['X-RateLimit-Reset', reset],
          ...date,
        ],
      },
    });
    const flagged = async (one: Exchange) => reportedBy(await judged(harText([browserEntry(one)])));
    const anHourBefore = '1767258000';
    const date: [string, string][] = [['Date', 'Thu, 01 Jan 2026 10:00:00 GMT']];
    expect(await flagged(at(date, anHourBefore))).toEqual(['rate/reset-is-timestamp']);
    expect(await flagged(at([], anHourBefore))).toEqual([]);
    expect(await flagged(at([], '60'))).toEqual(['rate/reset-is-timestamp']);
  });

  test('fields that are hidden from the recorder of a response are not reported as missing', async () => {
    const list = exchange(1, 'list/safe');
    const bare = (more: [string, string][]): Exchange => ({
      ...list,
      response: { ...response(200, '[]'), headers: [['Content-Type', 'application/json'], ...more] },
    });
    const told = async (one: Exchange) => {
      const report = await judged(harText([browserEntry(one)]));
      return { flagged: reportedBy(report), verdict: verdicts(report)['rate/headers-present'] };
    };
    expect(await told(bare([]))).toEqual({ flagged: [], verdict: 'inconclusive' });
    expect(await told(bare([['X-RateLimit-Limit', '60']]))).toEqual({ flagged: [], verdict: 'inconclusive' });
    // All that servers of Google list in Access-Control-Expose-Headers.
    const exposed: [string, string][] = [
      ['date', 'Thu, 01 Jan 2026 10:00:00 GMT'],
      ['vary', 'Origin'],
      ['server', 'ESF'],
      ['content-length', '2'],
    ];
    expect(await told(bare(exposed))).toEqual({ flagged: [], verdict: 'inconclusive' });
    const seen = { flagged: ['rate/headers-present'], verdict: 'failed' };
    expect(await told(bare([['Connection', 'keep-alive']]))).toEqual(seen);
    const { request } = list;
    const overHttp2 = {
      ...request,
      headers: [[':authority', 'animals.example'], ...request.headers] as const,
    };
    expect(await told({ ...bare(exposed), request: overHttp2 })).toEqual(seen);
  });

  test('a 429 has to say that nothing is left and when to come again', async () => {
    const refused = (more: [string, string][]): Exchange => {
      const { headers, ...rest } = response(429, '');
      return { ...exchange(2, 'list/safe'), response: { ...rest, headers: [...headers, ...more] } };
    };
    const flagged = async (one: Exchange) =>
      reportedBy(await judged(harText([browserEntry(exchange(1, 'list/safe')), browserEntry(one)])));
    expect(await flagged(refused([['Connection', 'keep-alive']]))).toEqual([
      'quota/remaining-zero',
      'quota/retry-after-present',
    ]);
    expect(await flagged(refused([]))).toEqual(['quota/remaining-zero']);
  });

  test('after a request that may have changed animals they are followed no further', async () => {
    const animal = '{"id":7,"name":"Bella","categoryId":1}';
    const create = { ...exchange(1, 'x'), response: response(201, animal) };
    const created: Exchange = {
      ...create,
      request: {
        ...create.request,
        method: 'POST',
        target: '/pets',
        headers: [...create.request.headers, ['Content-Type', 'application/json']],
        body: '{"name":"Bella","categoryId":1}',
      },
    };
    const get = (number: number, body: string): Exchange => ({
      ...exchange(number, 'x'),
      request: { ...exchange(number, 'x').request, target: '/pets/7' },
      response: response(200, body),
    });
    const other = get(3, animal.replace('Bella', 'Max'));
    const put: Exchange = { ...get(2, animal), request: { ...get(2, animal).request, method: 'PUT' } };
    const text = (...exchanges: Exchange[]) =>
      harText(
        exchanges.map((one) => browserEntry({ ...one, startedAt: `2026-01-01T10:00:0${one.number}.100Z` })),
      );
    expect(reportedBy(await judged(text(created, other)))).toContain('get/returns-created');
    expect(reportedBy(await judged(text(created, put, other)))).toEqual([]);
    // It may have done so before it was answered.
    const slow = { ...put, finishedAtMs: put.sentAtMs + 5_000 };
    expect(reportedBy(await judged(text(created, slow, other)))).toEqual([]);
  });
});

const three = JSON.stringify([1, 2, 2].map((id) => ({ id, name: 'Bo', categoryId: 1, status: 'sold' })));
const unauthorized: Exchange['response'] = {
  ...response(401, error(401)),
  headers: [
    ['Content-Type', 'application/json'],
    ['WWW-Authenticate', 'Bearer'],
  ],
};

/** An exchange of a list, with these differences. */
function listed(
  number: number,
  request: Partial<Exchange['request']>,
  answered: Exchange['response'],
): Exchange {
  const list = exchange(number, 'x');
  const startedAt = `2026-01-01T10:00:${String(number % 60).padStart(2, '0')}.100Z`;
  return { ...list, startedAt, request: { ...list.request, ...request }, response: answered };
}

const withKey = (authorization: string) => ({
  headers: [
    ['Accept', 'application/json'],
    ['Authorization', authorization],
  ] as const,
});

test.each<[string, readonly Exchange[], readonly string[]]>([
  [
    'the valid key in another scheme, which must be refused',
    [listed(1, withKey(`Token ${recordedKey}`), unauthorized), listed(2, {}, response(200, '[]'))],
    [],
  ],
  ['an undocumented parameter', [listed(1, { target: '/pets?page=2' }, response(200, '{"data":[]}'))], []],
  [
    'an undocumented header field',
    [
      listed(
        1,
        { headers: [...withKey('$ANIMAL_STORE_API_KEY').headers, ['Prefer', 'count']] },
        response(200, '{}'),
      ),
    ],
    [],
  ],
  [
    'a list for another key, by itself',
    [
      listed(1, {}, response(200, '[]')),
      listed(2, {}, response(200, '[]')),
      listed(3, { ...withKey('Bearer other-Key-3m9Qp1'), target: '/pets?limit=2' }, response(200, three)),
    ],
    ['list/limit-bounds-count', 'list/unique-ids'],
  ],
  [
    'a list without any key, as browsers export it',
    [listed(1, { headers: [['Accept', 'application/json']], target: '/pets?limit=2' }, response(200, three))],
    ['list/limit-bounds-count', 'list/unique-ids'],
  ],
  [
    'what comes after a refusal, which may have banned the key',
    [
      listed(1, {}, response(200, '[]')),
      listed(2, {}, response(429, error(429))),
      listed(3, {}, response(403, error(403))),
    ],
    [],
  ],
  [
    'JSON that the recorder has cut',
    [
      listed(
        1,
        {},
        { ...response(200, three.slice(0, 40)), headers: [['Content-Type', 'application/json']] },
      ),
    ],
    [],
  ],
])('in a recording only what it shows is judged: %s', async (_what, exchanges, reported) => {
  const report = await judged(harText(exchanges.map(browserEntry)), {}, recordedKey);
  expect(reportedBy(report).filter((id) => !/^(?:rate|quota|errors)/.test(id))).toEqual(reported);
});

test.each([
  ['{"categoryId":1}', ['create/missing-name']],
  ['{"name":"Bo"}', ['create/missing-category']],
  ['{"name":5,"categoryId":1}', ['create/wrong-name-type']],
  ['{"name":"Bo","categoryId":"1"}', ['create/wrong-category-type']],
  ['{"name":"Bo","categoryId":9223372036854775808}', ['create/category-out-of-range']],
  ['{"name":"Bo","categoryId":1,"status":"dead"}', ['create/unknown-status']],
  ['["Bo"]', ['create/body-not-object']],
  ['{name:"Bo"}', ['create/malformed-json']],
  ['{}', []],
  ['{"name":"Bo","categoryId":1,"status":null}', []],
  ['{"name":"[REDACTED]","categoryId":"***"}', []],
  ['{"name":"Bo","categoryId":1}', []],
])('an invalid creation that was accepted is a violation of its only fault: %s', async (body, violated) => {
  const { headers } = withKey('Bearer $ANIMAL_STORE_API_KEY');
  const json = [...headers, ['Content-Type', 'application/json']] as const;
  const request = { method: 'POST', target: '/pets', headers: json, body };
  const created = listed(1, request, response(201, '{"id":7,"name":"Bo","categoryId":1}'));
  const report = await judged(harText([browserEntry(created)]));
  expect(reportedBy(report).filter((id) => !/echoes|exact|assigns/.test(id))).toEqual(violated);
});

test('a plan is that of the stated key, or of the only one', async () => {
  const other = listed(2, withKey('Bearer other-Key-3m9Qp1'), response(200, '[]'));
  const text = harText([listed(1, {}, response(200, '[]')), other].map(browserEntry));
  const pro = { plan: { ...free, plan: 'pro', perMinute: 300 } };
  expect(reportedBy(await judged(text, pro))).not.toContain('rate/limit-matches-plan');
  expect(reportedBy(await judged(text, pro, 'missing-Key-5v7Tz4'))).not.toContain('rate/limit-matches-plan');
  expect(reportedBy(await judged(text, pro, recordedKey))).toContain('rate/limit-matches-plan');
});

function response(status: number, body: string): NonNullable<Exchange['response']> {
  const usual = exchange(1, 'x').response;
  return {
    status,
    headers: usual?.headers ?? [],
    body,
    bodyBytes: body.length,
    utf8: true,
    secretsEchoedIn: [],
  };
}

function error(status: number): string {
  return JSON.stringify({ code: 'unauthorized', message: 'No', status });
}
