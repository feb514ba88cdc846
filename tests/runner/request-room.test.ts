import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyNotObserved } from '../../src/runner/request-room.ts';
import { runCheck } from '../../src/runner/run-checks.ts';
import { requirements } from '../../suites/requirements.ts';
import { testSession } from './test-session.ts';

const selected = requirements.map(({ id }) => id).filter((id) => !id.startsWith('quota/'));

function sessionAfter(requestsSent: number, changes: Parameters<typeof testSession>[1] = {}) {
  const made = testSession('http://127.0.0.1:9/v1', { selected, ...changes });
  Object.defineProperty(made.session.target, 'requestsSent', { value: requestsSent, configurable: true });
  return made;
}

const cases = Array.from({ length: 11 }, (_, index) => index);

describe('the requests of a run', () => {
  it('leave room for all cases on a usual service, and for one where nothing is left', () => {
    expect(sessionAfter(3).check('auth/unknown-key').chosen(cases)).toEqual(cases);
    const late = sessionAfter(400).check('auth/unknown-key');
    expect(late.chosen(cases)).toEqual([0]);
    expect(late.casesLeftOut).toBe(10);
  });

  it('leave room for fewer cases, and never for none, the more were sent', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (one, other) => {
        const count = (sent: number) =>
          sessionAfter(sent).check('create/malformed-json').chosen(cases).length;
        expect(count(Math.max(one, other))).toBeLessThanOrEqual(count(Math.min(one, other)));
        expect(count(Math.max(one, other))).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 20 },
    );
  });

  it('are spared for checks that can fail: observations are left out before cases', async () => {
    const sent = 100;
    expect(sessionAfter(sent).check('list/limit-accepted').chosen([1, 2, 3, 4, 5])).toHaveLength(5);
    const { check, events } = sessionAfter(sent);
    let isAsked = false;
    await runCheck(check('list/pagination', 'OBSERVE'), async () => {
      isAsked = true;
    });
    expect(isAsked).toBe(false);
    expect(events).toContainEqual({
      type: 'check-finished',
      requirement: 'list/pagination',
      outcome: 'inconclusive',
      reason:
        'left out to stay near 300 requests, because this service takes more than others; `--effort thorough` tests this',
    });
  });

  it('are not spared by an observation that sends none', async () => {
    const { check, events } = sessionAfter(400);
    await runCheck(check('errors/codes', 'OBSERVE'), async () => undefined);
    expect(events.at(-1)).toMatchObject({ outcome: 'done' });
  });

  it('are reserved for no check that the effort leaves out: a smoke run has room for a few more', () => {
    const { check, session } = sessionAfter(57, { effort: 'smoke' });
    for (const id of selected.filter((one) => one !== 'list/limit-not-integer')) {
      check(id).chosen([]);
    }
    expect(whyNotObserved(check('list/limit-not-integer', 'OBSERVE'))).toBeNull();
    Object.defineProperty(session.target, 'requestsSent', { value: 62, configurable: true });
    expect(whyNotObserved(check('list/limit-not-integer', 'OBSERVE'))).not.toBeNull();
    session.retries = 5;
    expect(whyNotObserved(check('list/limit-not-integer', 'OBSERVE'))).toBeNull();
  });

  it('have no bound after a finding, and none at thorough', () => {
    const failing = sessionAfter(400);
    failing.session.report({
      requirement: 'get/unknown-id',
      kind: 'status-200',
      message: 'An unknown id returned 200',
      expected: '404',
      actual: '200',
      exchange: 7,
      related: [],
    });
    expect(failing.check('auth/unknown-key').chosen(cases)).toEqual(cases);
    const thorough = sessionAfter(9_000, { effort: 'thorough' });
    expect(thorough.check('auth/unknown-key').chosen(cases)).toEqual(cases);
  });
});
