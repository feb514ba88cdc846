import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/suite/check.ts';
import { Inconclusive, Skipped } from '../../src/suite/outcome.ts';
import { sendCases } from '../../src/suite/send-cases.ts';
import { once, rule } from '../../src/suite/suite.ts';
import { RunStopped } from '../../src/target/target.ts';
import type { Requirement } from '../../src/verdict/requirement.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { runCheck } from '../../src/verify/run-checks.ts';
import { startService } from './service.ts';
import { type SessionChanges, testSession } from './test-session.ts';

const requirement: Requirement = {
  id: 'list/limit-accepted',
  level: 'MUST',
  statement: 'Every limit from 1 to 100 is accepted.',
  section: 'List animals',
  since: 1,
};

/** Runs a check against a service that answers every list with an empty array. */
async function run(work: (check: Check) => Promise<void>, level: Requirement['level'] = 'MUST') {
  const { baseUrl } = await startService(() => ({ status: 200, body: '[]' }));
  const { check, events } = testSession(baseUrl);
  await runCheck(check(requirement.id, level), once(work));
  return { events, finished: events.filter(isFinish), errors: events.filter(isInternalError) };
}

const isFinish = (event: RunEvent) => event.type === 'check-finished';
const isInternalError = (event: RunEvent) => event.type === 'internal-error';

function finish(outcome: 'done' | 'skipped' | 'inconclusive', reason: string | null, budget = false) {
  return [
    { type: 'check-finished', requirement: requirement.id, outcome, reason, ...(budget ? { budget } : {}) },
  ];
}

describe('how a check ends', () => {
  it('is done where it throws nothing', async () => {
    const { events } = await run(async () => {});
    expect(events).toEqual([{ type: 'check-started', requirement: requirement.id }, ...finish('done', null)]);
  });

  it.each<[string, unknown, 'skipped' | 'inconclusive']>([
    ['could not tell', new Inconclusive('why'), 'inconclusive'],
    ['was not given what it needs', new Skipped('why'), 'skipped'],
    ['used up the requests of the run', new RunStopped('max-requests', 'why'), 'skipped'],
    ['used up the time of the run', new RunStopped('max-time', 'why'), 'skipped'],
    ['was interrupted', new RunStopped('interrupted', 'why'), 'inconclusive'],
    ['used up the allowance', new RunStopped('allowance', 'why'), 'inconclusive'],
  ])('has its reason if it %s', async (_what, error, ending) => {
    const isBudget = error instanceof RunStopped && ending === 'skipped';
    const { finished, errors, events } = await run(() => Promise.reject(error));
    expect(finished).toEqual(finish(ending, 'why', isBudget));
    expect(errors).toEqual([]);
    expect(events.filter(({ type }) => type === 'finding')).toEqual([]);
  });

  it('leaves its requirement undecided if a response violates another one', async () => {
    const { finished, events } = await run(async (check) => {
      check.as('list/returns-pets').expectStatus(await check.list(), 201, 'A list');
    });
    expect(finished).toEqual(finish('inconclusive', 'a response violated list/returns-pets first'));
    expect(events).toContainEqual(
      expect.objectContaining({ finding: expect.objectContaining({ requirement: 'list/returns-pets' }) }),
    );
  });

  it.each<[string, unknown]>([
    ['an error', new TypeError('undefined is not a function')],
    ['a text', 'undefined is not a function'],
    ['an error that is thrown and not rejected', 'sync'],
  ])('is an internal error, never a deviation, where the suite is wrong: %s', async (_what, thrown) => {
    const { finished, errors, events } = await run((): Promise<void> => {
      if (thrown === 'sync') {
        throw new TypeError('undefined is not a function');
      }
      return Promise.reject(thrown);
    });
    expect(errors).toHaveLength(1);
    expect(finished).toEqual(finish('inconclusive', 'undefined is not a function'));
    expect(errors).toMatchObject([
      { requirement: requirement.id, message: expect.stringMatching(/undefined is not a function/) },
    ]);
    expect(events.filter(({ type }) => type === 'finding')).toEqual([]);
  });
});

describe('what a check needs', () => {
  const nowhere = 'http://127.0.0.1:9/v1';
  type Needs = Parameters<typeof once>[1];

  const ended = async (needs: Needs, changes: SessionChanges = {}) => {
    const { check, events } = testSession(nowhere, changes);
    await runCheck(
      check('list/created-pet-listed'),
      once(async () => undefined, needs),
    );
    return events.find(isFinish);
  };

  it.each<[string, Needs, SessionChanges, string | null]>([
    [
      'creations',
      { animals: 1 },
      { readOnly: true },
      'may need to create an animal, which `--read-only` forbids',
    ],
    ['creations that it may make', { animals: 1 }, {}, null],
    ['a store', { storeOf: 101 }, {}, 'needs a store of at least 101 animals; the run knows 0'],
    ['a larger effort', {}, { effort: 'smoke' }, 'left out at --effort smoke'],
    ['none', { smoke: true }, { effort: 'smoke' }, null],
  ])('%s', async (_what, needs, changes, reason) => {
    expect(await ended(needs, changes)).toMatchObject({
      outcome: reason === null ? 'done' : needs?.animals === undefined ? 'inconclusive' : 'skipped',
      reason,
    });
  });
});

describe('a deviation', () => {
  async function deviate(check: Check): Promise<void> {
    const answer = await check.list({ limit: 1 });
    check.violated(answer, { kind: 'odd', message: 'An odd list', expected: 'a list' });
  }

  it('is recorded with the received value', async () => {
    const { events, finished } = await run(deviate);
    expect(events.filter(({ type }) => type === 'finding')).toEqual([
      {
        type: 'finding',
        finding: {
          requirement: requirement.id,
          kind: 'odd',
          message: 'An odd list',
          expected: 'a list',
          actual: '200 []',
          exchange: 1,
          related: [],
        },
      },
    ]);
    expect(finished).toEqual(finish('done', null));
  });
});

describe('a check', () => {
  it('observes before it is finished', async () => {
    const { baseUrl } = await startService(() => ({ status: 200, body: '[]' }));
    const { check, session, events } = testSession(baseUrl);
    session.observations = (id) => [{ requirement: id, text: 'seen', exchanges: [1] }];
    await runCheck(
      check(requirement.id, 'SHOULD'),
      once(async () => {}),
    );
    expect(events).toEqual([
      { type: 'check-started', requirement: requirement.id },
      { type: 'observation', requirement: requirement.id, text: 'seen', exchanges: [1] },
      ...finish('done', null),
    ]);
  });

  it('tells an internal error with where it was thrown, or with its message alone', async () => {
    const bare = new TypeError('odd');
    delete (bare as { stack?: string }).stack;
    const thrown = new TypeError('odd');
    const messages = await Promise.all(
      [thrown, bare, 'odd'].map(async (error) => {
        const { errors } = await run(() => Promise.reject(error));
        return errors;
      }),
    );
    const told = (message: string | undefined) => [
      { type: 'internal-error', requirement: requirement.id, message },
    ];
    expect(messages).toEqual([told(thrown.stack), told('odd'), told('odd')]);
    expect(thrown.stack).toMatch(/\n {4}at .+:\d+:\d+/);
  });
});

describe('a rule', () => {
  it('is undecided where too many responses were lost, and holds otherwise', async () => {
    const { check, events, session } = testSession('http://127.0.0.1:9/v1');
    await runCheck(check('errors/no-server-error'), rule());
    expect(events.findLast(isFinish)).toMatchObject({ outcome: 'done' });
    session.undecided = () => ['a response to a body of 9 bytes'];
    await runCheck(check('errors/no-server-error'), rule());
    expect(events.findLast(isFinish)).toMatchObject({
      outcome: 'inconclusive',
      reason: 'not received: a response to a body of 9 bytes',
    });
  });
});

/** Sends cases to a service that returns these statuses in turn, then the last one for every request. */
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
