import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/runner/check.ts';
import { Inconclusive, Skipped } from '../../src/runner/outcome.ts';
import { runCheck } from '../../src/runner/run-check.ts';
import { RunStopped } from '../../src/target/target.ts';
import type { Requirement } from '../../src/verdict/requirement.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { startService } from './service.ts';
import { testSession } from './test-session.ts';

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
  const { session, events } = testSession(baseUrl);
  const outcome = await runCheck(session, { ...requirement, level }, work);
  return { outcome, events, finished: events.filter(isFinish), errors: events.filter(isInternalError) };
}

const isFinish = (event: RunEvent) => event.type === 'check-finished';
const isInternalError = (event: RunEvent) => event.type === 'internal-error';

function finish(outcome: 'done' | 'skipped' | 'inconclusive', reason: string | null) {
  return [{ type: 'check-finished', requirement: requirement.id, outcome, reason }];
}

describe('how a check ends', () => {
  it('is done where it throws nothing', async () => {
    const { outcome, events } = await run(async () => {});
    expect(outcome).toEqual({ kind: 'held' });
    expect(events).toEqual([{ type: 'check-started', requirement: requirement.id }, ...finish('done', null)]);
  });

  it.each<[string, unknown, 'skipped' | 'inconclusive']>([
    ['could not tell', new Inconclusive('why'), 'inconclusive'],
    ['was not given what it needs', new Skipped('why'), 'skipped'],
    ['used up the requests of the run', new RunStopped('max-requests', 'why'), 'skipped'],
    ['used up the time of the run', new RunStopped('max-time', 'why'), 'skipped'],
    ['was interrupted', new RunStopped('interrupted', 'why'), 'inconclusive'],
    ['used up the allowance', new RunStopped('allowance', 'why'), 'inconclusive'],
  ])('is told with its reason where it %s', async (_what, error, ending) => {
    const { outcome, finished, errors, events } = await run(() => Promise.reject(error));
    expect(outcome).toEqual({ kind: 'undecided', reason: 'why' });
    expect(finished).toEqual(finish(ending, 'why'));
    expect(errors).toEqual([]);
    expect(events.filter(({ type }) => type === 'finding')).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['an error', new TypeError('undefined is not a function')],
    ['a text', 'undefined is not a function'],
    ['an error that is thrown and not rejected', 'sync'],
  ])('is an internal error, never a deviation, where the suite is wrong: %s', async (_what, thrown) => {
    const { outcome, finished, errors, events } = await run((): Promise<void> => {
      if (thrown === 'sync') {
        throw new TypeError('undefined is not a function');
      }
      return Promise.reject(thrown);
    });
    expect(outcome).toEqual({ kind: 'undecided', reason: 'undefined is not a function' });
    expect(finished).toEqual(finish('inconclusive', 'undefined is not a function'));
    expect(errors).toMatchObject([
      { requirement: requirement.id, message: expect.stringMatching(/undefined is not a function/) },
    ]);
    expect(events.filter(({ type }) => type === 'finding')).toEqual([]);
  });
});

describe('a deviation', () => {
  async function deviate(check: Check): Promise<void> {
    const answer = await check.list({ limit: 1 });
    check.deviation(answer, { kind: 'odd', message: 'An odd list', expected: 'a list' });
  }

  it('makes the check end as violated, and is recorded with what came', async () => {
    const { outcome, events, finished } = await run(deviate);
    expect(outcome).toEqual({ kind: 'violated', message: 'An odd list\nexpected: a list\nactual: 200 []' });
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

  it('counts also where the check ended early after it', async () => {
    const { outcome, finished } = await run(async (check) => {
      await deviate(check);
      throw new Inconclusive('the rest could not be told');
    });
    expect(outcome.kind).toBe('violated');
    expect(finished).toEqual(finish('inconclusive', 'the rest could not be told'));
  });

  it('can not be one of a requirement on which the document is silent', async () => {
    expect((await run(deviate, 'OBSERVE')).outcome).toEqual({ kind: 'held' });
  });
});

describe('a check of what is watched on every answer', () => {
  it('is inconclusive with what the traffic did not come to', async () => {
    const { baseUrl } = await startService(() => ({ status: 200, body: '[]' }));
    const { session, events } = testSession(baseUrl);
    const watched = { ...requirement, id: 'list/unique-ids' };
    await runCheck(session, watched, async (check) => check.watched());
    expect(events.find(isFinish)).toMatchObject({
      outcome: 'inconclusive',
      reason: 'the run did not come to a list',
    });
    const later = await runCheck(session, watched, async (check) => {
      await check.list();
      check.watched();
    });
    expect(later).toEqual({ kind: 'held' });
  });
});
