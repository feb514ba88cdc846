import { describe, expect, it } from 'vitest';
import { sendCases } from '../../src/suite/send-cases.ts';
import { startService } from './service.ts';
import { testSession } from './test-session.ts';

/** Sends cases to a service that returns these statuses one after another, the last one for ever. */
async function controlled(statuses: readonly (number | 'drop')[]) {
  const service = await startService(({ number, target }) => {
    const status = statuses[number - 1] ?? statuses.at(-1) ?? 200;
    return status !== 'drop' ? { status, body: '[]' } : target === '/pets' ? status : { status: 404 };
  });
  const { check: checkOf, session } = testSession(service.baseUrl);
  const check = checkOf('auth/missing-key');
  const error = await sendCases(check, {
    cases: [1],
    control: 'listPets',
    test: async (one, limit) => one.expectStatus(await one.list({ limit }), 401, 'A list'),
  }).then(() => null, String);
  return { error, findings: session.findingsOf('auth/missing-key'), count: service.requests.length };
}

describe('a control', () => {
  it('must succeed before: else a refusal proves nothing', async () => {
    const { error, count } = await controlled([500, 500, 500, 500]);
    expect(error).toBe(
      'Inconclusive: a usual listPets returned 500, so a refusal would prove nothing: see list/returns-pets',
    );
    expect(count).toBe(1);
  });

  it('must succeed after a wrong refusal, which is reported with it', async () => {
    expect(await controlled([200, 403, 403, 200])).toMatchObject({
      error: null,
      findings: [{ exchange: 2, related: [{ role: 'control', exchange: 4 }] }],
    });
    expect(await controlled([200, 403, 403])).toMatchObject({
      error: expect.stringContaining('a usual listPets returned 403'),
      findings: [],
    });
  });

  it('that has no response proves nothing, and is no violation of what it is sent for', async () => {
    const { error, findings } = await controlled(['drop']);
    expect(error).toContain('Inconclusive: a usual listPets failed');
    expect(findings).toEqual([]);
  });

  it('is not repeated after a request that was served', async () => {
    const { findings, count } = await controlled([200]);
    expect(findings).toMatchObject([{ exchange: 2, related: [{ role: 'control', exchange: 1 }] }]);
    expect(count).toBe(2);
  });
});
