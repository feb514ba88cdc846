import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { judgeEarlyRefusals } from '../../../src/quota/judge/early-refusal.ts';
import { type Answer, judging, nothing, saying, spaced } from './case-of.ts';
import { free } from './trace.ts';

const granted = 'quota/fully-granted';
const isolated = 'quota/isolated-between-keys';
const retry = 'quota/retry-after-honest';

const judgedOf = judging(judgeEarlyRefusals);
const said = saying(judgeEarlyRefusals);

const refused = { status: 429, remaining: 0 } as const;
const early = { decisions: 'refused-early' } as const;
const small = { ...free, perMinute: 3 };
/** Three that are served, from a quota that was not used before, and one that is refused. */
const three: Answer[] = [{ sentAtMs: 0, remaining: 59 }, ...spaced(20, 2, 20)];
const short: Answer[] = [...three, { sentAtMs: 60, ...refused }];

describe('a request that was refused too early', () => {
  const flagged = (entry: number) => ({
    ...nothing,
    findings: [[`${granted} refused-within-limit`, [entry], '60 requests in a minute are served', false]],
  });

  it('is that before which the fewest were served in a window', () => {
    expect(said(short, early)).toEqual(flagged(3));
    const twice = (sentAtMs: number) => said([...short, { sentAtMs, ...refused }], early);
    expect(twice(60_130)).toEqual(flagged(3));
    expect(twice(60_131)).toEqual(flagged(4));
  });

  it('shows a window that is renewed, where one was renewed before', () => {
    const renewing = (last: Partial<Answer>, before: Partial<Answer>, between: Partial<Answer> = {}) =>
      said(
        [
          { sentAtMs: 0, remaining: 59 },
          { sentAtMs: 40_000, ...before },
          { sentAtMs: 50_000, ...between },
          { sentAtMs: 61_000, ...refused, ...last },
        ],
        early,
      ).findings[0]?.[0];
    const renewed = `${granted} window-renewed`;
    const other = `${granted} refused-within-limit`;
    const [renew, reset] = [{ phase: 'renew' }, { phase: 'reset' }] as const;
    expect(renewing(reset, renew, reset)).toBe(renewed);
    expect(renewing(reset, renew, { key: 9 })).toBe(renewed);
    expect(renewing(reset, {}, renew)).toBe(renewed);
    expect(renewing(reset, renew)).toBe(other);
    expect(renewing({}, renew, reset)).toBe(other);
    expect(renewing({}, {}, renew)).toBe(other);
    expect(said([{ sentAtMs: 0, ...refused, phase: 'reset' }], early).findings[0]?.[0]).toBe(other);
  });

  it('says so', () => {
    const answers = [
      { sentAtMs: 0, remaining: 59, phase: 'renew' as const },
      { sentAtMs: 61_000, ...refused, phase: 'reset' as const },
    ];
    expect(judgedOf(answers, early).notes.summary().findings[0]?.message).toContain(
      '. Likely cause: every request renews the window, so it never ends in steady use',
    );
  });

  it('is reported neither if others use the key, nor for other decisions', () => {
    expect(said(short, { ...early, users: true })).toEqual({
      ...nothing,
      undecided: { [granted]: otherUsers },
    });
    const plan = { ...free, keys: [1, 2] };
    const apart = [...short, { sentAtMs: 90_000, key: 2, limit: 300 }];
    expect(said(apart, { ...early, plan, users: 2 }).undecided).toEqual({ [granted]: otherUsers });
    expect(said(short, { decisions: 'unclear' })).toEqual(nothing);
    expect(said(short, { decisions: 'exceeded' })).toEqual(nothing);
  });

  it('is left open where it alone breaks a promise of Retry-After', () => {
    const filled = [
      { sentAtMs: 0, limit: 3, remaining: 2 },
      ...spaced(20, 2, 20, { limit: 3 }),
      { sentAtMs: 60, limit: 3, ...refused },
      { sentAtMs: 200_000, limit: 3 },
      { sentAtMs: 400_000, limit: 3, ...refused },
      { sentAtMs: 400_200, limit: 3, ...refused },
    ];
    const broken = (violatedBy: number) =>
      said(filled, { ...early, plan: small, violated: retry, violatedBy });
    expect(broken(5)).toEqual({
      ...nothing,
      undecided: { [granted]: `requests after the time of Retry-After are refused: fix ${retry} first` },
    });
    expect(broken(6).findings).toHaveLength(1);
    const before = [...short, ...spaced(70_000, 2, 200, refused)];
    expect(said(before, { ...early, violated: retry, violatedBy: 4 }).findings).toHaveLength(1);
    expect(said(filled, { ...early, plan: small }).findings).toHaveLength(1);
  });
});

describe('keys that share one quota', () => {
  const plan = { ...small, keys: [1, 2] };
  const used = (key: number, sentAtMs: number, remaining: number, answer: Partial<Answer> = {}): Answer => {
    return { sentAtMs, key, limit: 3, remaining, ...answer };
  };
  const shared = [used(1, 0, 2), used(2, 20, 1), used(1, 40, 0), used(1, 60, 0, refused)];
  const one = {
    findings: [[`${isolated} one-quota`, [3], 'a quota for each key', true]],
    supported: {},
    undecided: { [granted]: `keys share one quota: fix ${isolated} first` },
  };

  it('are detected by their headers and by refusals', () => {
    expect(said(shared, { ...early, plan })).toEqual(one);
    expect(said(shared, { decisions: 'unclear', plan })).toEqual(one);
    expect(said(shared, { decisions: 'exceeded', plan })).toEqual(nothing);
    expect(said(shared, { decisions: 'explained', plan }).findings).toEqual([]);
  });

  it('are none where each announces a count of its own, or one quota explains it no better', () => {
    const apart = shared.map((one) => (one.key === 2 ? { ...one, limit: 300 } : one));
    expect(said(apart, { ...early, plan }).findings[0]?.[0]).toBe(`${granted} refused-within-limit`);
    const sooner = [used(1, 0, 4), used(2, 20, 3), used(1, 60, 0, refused)].map((one) => ({
      ...one,
      limit: 5,
    }));
    const five = { ...plan, perMinute: 5 };
    expect(said(sooner, { ...early, plan: five }).findings[0]?.[0]).toBe(`${granted} refused-within-limit`);
    expect(said(sooner, { decisions: 'unclear', plan: five })).toEqual(nothing);
  });

  it('are none where each may be one short, and they announce nothing', () => {
    const silent = (answers: readonly Answer[]) =>
      answers.map((one, position) => (position === 0 ? one : { ...one, remaining: Number.NaN }));
    const five = { ...plan, perMinute: 5 };
    const of = (...keys: number[]) => {
      const all = keys.map((key, position) => used(key, 20 * position, 4 - position, { limit: 5 }));
      const last = used(1, 200, 0, { ...refused, limit: 5 });
      return said(silent([...all, last]), { ...early, plan: five }).findings[0]?.[0];
    };
    expect(of(1, 1, 1, 1, 2)).toBe(`${granted} refused-within-limit`);
    expect(of(1, 2, 2, 2, 2)).toBe(`${isolated} one-quota`);
  });
});

describe('a quota', () => {
  const given = { plan: small, decisions: 'explained' } as const;
  const served = (sentAtMs: number, answer: Partial<Answer> = {}) => ({ sentAtMs, limit: 3, ...answer });
  const open = (reason: RegExp | string, answers: readonly Answer[]) => {
    const { findings, supported, undecided } = said(answers, given);
    expect([findings, supported, Object.keys(undecided)]).toEqual([[], {}, [granted]]);
    expect(undecided[granted]).toMatch(reason);
  };
  const full = (...entries: number[]) => ({ ...nothing, supported: { [granted]: entries } });

  it('was not where others took of it', () => {
    open(
      'at most 2 of 3 requests were served within a minute: an earlier use of the key may have taken the rest',
      [served(0), served(20), served(40, refused)],
    );
    const plan = { ...small, keys: [1, 2] };
    const one = said([served(0), served(20), served(40, refused), served(50, { key: 2 })], {
      ...given,
      plan,
    });
    expect(one.undecided[granted]).toMatch('an earlier use of the key');
    const second = [0, 20, 40].map((sentAtMs) => served(sentAtMs, { key: 2 }));
    expect(said([served(0), ...second], { ...given, plan })).toEqual(full(3));
  });

  it('is not granted where a key in steady use is refused', () => {
    const steady = (everyMs: number, answer: Partial<Answer> = {}) => [
      served(0, { remaining: 2, phase: 'day' }),
      served(everyMs, { phase: 'day' }),
      served(2 * everyMs, { phase: 'day', ...answer }),
    ];
    const finding = [`${granted} refused-within-limit`, [2], '3 requests in a minute are served', false];
    expect(said(steady(31_000, refused), given)).toEqual({ ...nothing, findings: [finding] });
    expect(said(steady(31_000, refused), { ...given, users: true }).findings).toEqual([]);
    expect(said(steady(31_000), given).findings).toEqual([]);
    const burst = steady(31_000, refused).map((one) => ({ ...one, phase: 'burst' as const }));
    expect(said(burst, given).findings).toEqual([]);
    const much = [...spaced(200, 9, 20, { limit: 3, phase: 'day' }), ...steady(31_000, refused)];
    expect(said(much, given).findings).toEqual([]);
  });
});
