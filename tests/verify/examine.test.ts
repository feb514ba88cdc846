import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../src/suite/run-options.ts';
import { RunStopped } from '../../src/target/target.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { type Examination, examine } from '../../src/verify/examine.ts';
import { requirements } from '../../suites/requirements.ts';
import { created, emptyList, epochIn, refused, store } from '../preflight/preflight-service.ts';
import { startService } from '../suite/service.ts';
import { plainOptions } from '../suite/test-session.ts';

const selected = requirements.map(({ id }) => id);
const never = new AbortController().signal;

async function examined(
  baseUrl: string,
  changes: Partial<RunOptions> = {},
): Promise<Examination & { readonly events: readonly RunEvent[]; readonly outcomes: readonly string[] }> {
  const events: RunEvent[] = [];
  const found = await examine(
    { ...plainOptions, selected, ...changes, baseUrl },
    (event) => events.push(event),
    never,
  );
  const told = events.flatMap((event) => (event.type === 'preflight' ? [event.step] : []));
  expect(told).toEqual(found.steps);
  return { ...found, events, outcomes: found.steps.map(({ name, outcome }) => `${name} ${outcome}`) };
}

describe('an examination', () => {
  test('of a service where all is well ends with what it created, and reports nothing', async () => {
    const { baseUrl } = await startService(store(emptyList, () => created(8_070_450_532_247)));
    const { ready, outcomes, requests, created: ids, events } = await examined(baseUrl);
    expect({ ready, requests, ids }).toEqual({
      ready: true,
      requests: 3,
      ids: ['8070450532247', '8070450532247'],
    });
    expect(outcomes).toContain('allowance good');
    expect(outcomes.at(-1)).toBe('category good');
    expect(events.some(({ type }) => type === 'finding')).toBe(false);
  });

  test('says what to do about everything that is not good', async () => {
    const { baseUrl } = await startService(store(emptyList, () => refused));
    const { ready, steps } = await examined(baseUrl);
    const lacking = steps.filter(({ outcome, remedy }) => outcome !== 'good' && remedy === null);
    expect({ ready, lacking, last: steps.at(-1)?.remedy }).toEqual({
      ready: false,
      lacking: [],
      last: expect.stringContaining('--category-id'),
    });
  });

  test('minds the allowance for the effort of the run', async () => {
    const left = {
      'X-RateLimit-Limit': '5000',
      'X-RateLimit-Remaining': '250',
      'X-RateLimit-Reset': epochIn(20 * 3600),
    };
    const { baseUrl } = await startService(store({ ...emptyList, headers: left }));
    const smoke = await examined(baseUrl, { effort: 'smoke', readOnly: false });
    const normal = await examined(baseUrl, { effort: 'normal' });
    expect([smoke.ready, normal.ready]).toEqual([true, false]);
    expect(normal.outcomes.at(-1)).toBe('allowance problem');
  });

  test('names the step that is not ready where the first list was refused', async () => {
    let lists = 0;
    const left = {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '3',
      'X-RateLimit-Reset': epochIn(3600),
    };
    const { baseUrl } = await startService(({ method }) => {
      lists += method === 'GET' ? 1 : 0;
      return method === 'POST'
        ? created(1)
        : lists === 1
          ? { status: 429, headers: { 'Retry-After': '0' } }
          : { ...emptyList, headers: left };
    });
    const { ready, steps } = await examined(baseUrl, { effort: 'normal' });
    const problems = steps.filter(({ outcome }) => outcome === 'problem');
    expect({ ready, problems: problems.map(({ name }) => name) }).toEqual({
      ready: false,
      problems: ['allowance'],
    });
  });

  test('tries the other keys by one request each', async () => {
    const answers: Readonly<Record<string, number>> = { 'Bearer wrong': 401, 'Bearer used': 429 };
    const { baseUrl } = await startService(({ headers, method }) =>
      method === 'POST'
        ? created(1)
        : {
            status: answers[headers.authorization ?? ''] ?? 200,
            body: '[]',
            headers: { 'Retry-After': '99999' },
          },
    );
    const { ready, steps } = await examined(baseUrl, {
      planLimits: { free: { perMinute: 60, perDay: 1000 }, pro: { perMinute: 1000, perDay: 100_000 } },
      quotaKeys: [
        { plan: 'pro', key: 'fine' },
        { plan: 'free', key: 'of-another-plan' },
        { plan: 'pro', key: 'wrong' },
        { plan: 'pro', key: 'used' },
      ],
      revokedKey: 'still-good',
    });
    const others = steps.filter(({ name }) => name.includes('key '));
    expect(others.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'quota-key 1 good',
      'quota-key 2 note',
      'quota-key 3 problem',
      'quota-key 4 note',
    ]);
    expect(others[1]?.text).toBe(
      'GET /pets returned 200, X-RateLimit-Limit: 1000; the plan free has 60 requests per minute',
    );
    expect(steps.at(-1)).toMatchObject({ name: 'revoked-key', outcome: 'note' });
    expect(ready).toBe(false);
  });

  test('calls no other key good for what was not seen of it', async () => {
    const { baseUrl } = await startService(({ headers, method }) => {
      const status = headers.authorization === 'Bearer revoked' ? 403 : 200;
      return method === 'POST' ? created(1) : { status, body: '[]', headers: { 'X-RateLimit-Limit': '' } };
    });
    const { steps } = await examined(baseUrl, {
      planLimits: { free: { perMinute: 60, perDay: 1000 } },
      quotaKeys: [{ plan: 'free', key: 'of-figures-untold' }],
      revokedKey: 'revoked',
    });
    const others = steps.filter(({ name }) => name.includes('-key'));
    expect(others.map(({ outcome, text }) => `${outcome}: ${text}`)).toEqual([
      'note: GET /pets returned 200, X-RateLimit-Limit: none; the plan free has 60 requests per minute',
      'note: GET /pets returned 403',
    ]);
  });

  test('is ready if one of the two operations works', async () => {
    const lists = await startService(({ method }) => (method === 'GET' ? emptyList : 'cut'));
    const creates = await startService(({ method }) => (method === 'GET' ? 'cut' : created(1)));
    expect((await examined(lists.baseUrl)).ready).toBe(true);
    expect((await examined(creates.baseUrl)).ready).toBe(true);
  });

  test('that was stopped between the preflight and the other keys tries none of them', async () => {
    const { baseUrl, requests } = await startService(store(emptyList));
    const controller = new AbortController();
    const options = { ...plainOptions, baseUrl, revokedKey: 'wH4sN8vQ1c' };
    const stopped = examine(
      options,
      (event) => {
        if (event.type === 'preflight' && event.step.name === 'category') {
          controller.abort();
        }
      },
      controller.signal,
    );
    await expect(stopped).rejects.toThrow(RunStopped);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });
});
