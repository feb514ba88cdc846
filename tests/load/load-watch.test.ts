import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { pairs } from '../../src/exchange/headers.ts';
import { seededNumbers } from '../../src/exchange/seeded-numbers.ts';
import { EvidenceSample } from '../../src/load/evidence-sample.ts';
import type { LoadAnswer } from '../../src/load/load-engine.ts';
import { LoadWatch } from '../../src/load/load-watch.ts';
import { PlainAnswers } from '../../src/load/plain-answers.ts';
import { SeriesWatch } from '../../src/load/series-watch.ts';
import { RefusalFieldsWatch } from '../../src/run/run-watches.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { recordExchange } from '../../src/target/exchange-record.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { leakPatterns } from '../../src/watchers/internals.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import type { Watch, WatchContext } from '../../src/watchers/watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { answersOf, plainRate, rightFields, type Step, secret, step } from './load-answers.ts';

const context: WatchContext = {
  planLimit: { perMinute: 60, perDay: 1_000 },
  minuteMs: 60_000,
  dayMs: 86_400_000,
};
const epochAtOriginMs = Date.parse('2026-06-01T12:00:00Z');
const redactor = new Redactor([{ value: secret, shownAs: '$ANIMAL_STORE_API_KEY' }]);

/** Every answer as an exchange, shown to the watch of a run. */
async function countedByTheFullWatch(answers: readonly LoadAnswer[]): Promise<Record<string, number>> {
  const watches = [startWatch(context, { losses: false }), new RefusalFieldsWatch()];
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const exchange = await exchangeOf(answer);
    for (const { requirement, kind } of watches.flatMap((watch) => watch.see(exchange).findings)) {
      counts[`${requirement} ${kind}`] = (counts[`${requirement} ${kind}`] ?? 0) + 1;
    }
  }
  return counts;
}

function exchangeOf(answer: LoadAnswer): Promise<Exchange> {
  const { number, sentAtMs, headersAtMs, finishedAtMs, connection, failure, status, headers, body } = answer;
  return recordExchange(
    { number, check: 'load', startedAt: new Date(epochAtOriginMs + sentAtMs).toISOString(), traceparent: '' },
    answer.request.outgoing,
    answer.request.body?.length ?? 0,
    {
      sentAtMs,
      headersAtMs,
      finishedAtMs,
      connection,
      reused: answer.reused,
      receivedBytes: 0,
      headerBlock: answer.headerBlock,
      answer: status === 0 ? null : { status, headers: pairs(headers), body },
      failure,
    },
    redactor,
  );
}

function newLoadWatch(
  events: RunEvent[],
  watches: readonly Watch[] = [
    startWatch(context, { remaining: false, losses: false }),
    new RefusalFieldsWatch(),
  ],
): LoadWatch {
  return new LoadWatch({
    watches,
    series: new SeriesWatch(context),
    plain: new PlainAnswers(
      2 * context.dayMs,
      epochAtOriginMs,
      (body) => body.includes('\\') || leakPatterns.some(({ pattern }) => pattern.test(body)),
    ),
    sample: new EvidenceSample(seededNumbers(1)),
    judgeRefusal: () => null,
    redactor,
    epochAtOriginMs,
    record: (event) => events.push(event),
    place: '',
    moment: () => ({ second: 1, rate: 250 }),
  });
}

async function countedUnderLoad(
  answers: readonly LoadAnswer[],
  events: RunEvent[] = [],
): Promise<Record<string, number>> {
  const watch = newLoadWatch(events);
  for (const answer of answers) {
    watch.see(answer);
    await Promise.resolve();
  }
  await watch.finish();
  return Object.fromEntries(
    watch.deviations.map(({ requirement, kind, count }) => [`${requirement} ${kind}`, count]),
  );
}

describe('LoadWatch', () => {
  it('counts what the watch of a run finds in every answer, no more and no less', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 150, size: 'max' }), async (steps) => {
        const full = await countedByTheFullWatch(answersOf(steps));
        const { 'create/unique-ids id-given-twice': _, ...counted } = await countedUnderLoad(
          answersOf(steps),
        );
        expect(counted).toEqual(full);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('finds what a refusal lacks, also where others with the same body were right', async () => {
    const refused = (remaining: string, retryAfter: readonly string[]): Step => ({
      request: 0,
      connection: 1,
      failure: null,
      status: 429,
      body: '{"code":"LIMIT","message":"later","status":429}',
      fields: [...rightFields, ...plainRate.with(3, remaining), ...retryAfter],
    });
    const rightOnes = Array<Step>(40).fill(refused('0', ['Retry-After', '17']));
    expect(await countedUnderLoad(answersOf(rightOnes))).toEqual({});
    const wrongOnes = [
      refused('0', []),
      refused('0', ['Retry-After', '0.5']),
      refused('0', ['Retry-After', '', 'Retry-After', '17']),
      refused('3', ['Retry-After', '17']),
      refused('0', ['Retry-After', 'Mon, 01 Jun 2026 12:00:30 GMT']),
    ];
    const twice = [...rightOnes, ...wrongOnes, ...rightOnes, ...wrongOnes];
    expect(await countedUnderLoad(answersOf(twice))).toEqual({
      'quota/retry-after-present absent': 2,
      'quota/retry-after-readable fraction': 2,
      'quota/retry-after-readable unreadable': 2,
      'quota/remaining-zero not-zero': 2,
    });
  });

  it('does not count two dropped connections as consecutive if a response was between them', async () => {
    const request = { request: 0, connection: 1, failure: null, status: 200, body: '[]' } as const;
    const plain: Step = { ...request, fields: [...rightFields, ...plainRate] };
    const drop = (connection: number): Step => ({
      ...plain,
      status: 0,
      body: '',
      fields: [],
      failure: 'reset',
      connection,
    });
    const warm = Array<Step>(25).fill(plain);
    expect(await countedUnderLoad(answersOf([...warm, drop(2), plain, drop(3)]))).toEqual({});
    expect(await countedUnderLoad(answersOf([...warm, drop(2), drop(3)]))).toEqual({
      'errors/no-server-error dropped-connection': 1,
    });
  });

  it('records a bounded sample, with the exchange of every finding', async () => {
    const events: RunEvent[] = [];
    const steps = fc.sample(fc.oneof({ weight: 20, arbitrary: step }), { seed: 7, numRuns: 4_000 });
    await countedUnderLoad(answersOf(steps), events);
    const recorded = new Set(
      events.flatMap((event) => (event.type === 'exchange' ? [event.exchange.number] : [])),
    );
    const findings = events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []));
    expect(recorded.size).toBeLessThan(700);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every(({ exchange }) => recorded.has(exchange))).toBe(true);
    expect(findings[0]?.message).toMatch(/, at about 250 requests\/s$/);
  });

  it('keeps the key out of what it records', async () => {
    const events: RunEvent[] = [];
    const body = `[{"id":7,"name":"${secret}","categoryId":1}]`;
    const answers = answersOf([
      { request: 0, status: 200, body, fields: rightFields, failure: null, connection: 1 },
    ]);
    await countedUnderLoad(answers, events);
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(events.some(({ type }) => type === 'exchange')).toBe(true);
  });

  it('records an error of its own as an internal error, once', async () => {
    const events: RunEvent[] = [];
    const broken: Watch = {
      see: () => {
        throw new Error('broken watcher');
      },
      observations: () => [],
    };
    const watch = newLoadWatch(events, [broken]);
    for (const answer of answersOf(fc.sample(step, 5))) {
      watch.see(answer);
    }
    await watch.finish();
    expect(events.filter(({ type }) => type === 'internal-error')).toHaveLength(1);
  });
});
