import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange } from '../report/made-up-run.ts';
import { anyFullRun, findingsIn, plainRun } from '../run/conforming-run.ts';
import { browserEntry, harText, recordedKey } from './har-text.ts';
import { error, folder, free, judged, reportedBy, response, verdicts } from './judged-recording.ts';
import { manglings } from './manglings.ts';

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
