import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type MeasuredPlan,
  type PlanVerdict,
  pooledOutcome,
  reportMeasurements,
} from '../../src/plan-limits/report-measurements.ts';
import { emptyJudgement, type QuotaFinding, type QuotaJudgement } from '../../src/quota/judgement.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { madeUpEntry } from '../quota/made-up-entry.ts';
import { exchange } from '../report/made-up-run.ts';

const exceeded = 'quota/never-exceeded';
const kinds = 'quota/window-kind';
const checks = requirements.filter(({ id }) => id === exceeded || id === kinds);

const first = madeUpEntry({ exchange: 101 });
const second = madeUpEntry({ exchange: 102 });

const judgement: QuotaJudgement = {
  findings: [
    {
      requirement: exceeded,
      kind: 'too-many',
      message: '61 requests were served',
      expected: '60',
      actual: '61',
      entry: second,
      related: [{ role: 'the first of them', entry: first }],
      restsOnTiming: false,
    },
  ],
  supported: [{ requirement: 'quota/limit-enforced', entries: [first, second] }],
  undecided: [],
  observations: [{ requirement: kinds, text: 'a sliding log', entries: [second] }],
  explainedBy: ['sliding log'],
  overlapAtLimit: 60,
  clock: null,
};

/** A plan whose requests have the numbers 101 and 102; that of the first is on record. */
function measured(name: string): MeasuredPlan {
  return {
    name,
    judgement,
    ended: null,
    records: [],
    timeline: [first, second],
    cited: async (entry, record) => {
      if (entry !== first) {
        record(exchange(entry.exchange, exceeded));
      }
      return entry.exchange;
    },
  };
}

async function told(...plans: MeasuredPlan[]): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  await reportMeasurements(checks, plans, (event) => events.push(event));
  return events;
}

describe('the report of a measurement', () => {
  test('findings, evidence and observations by the numbers of their exchanges', async () => {
    const events = await told(measured('Free'));
    expect(events.filter(({ type }) => type === 'finding')).toMatchObject([
      {
        finding: {
          requirement: exceeded,
          kind: 'too-many',
          exchange: 102,
          related: [{ role: 'the first of them', exchange: 101 }],
        },
      },
    ]);
    expect(events.filter(({ type }) => type === 'evidence')).toEqual([
      { type: 'evidence', requirement: 'quota/limit-enforced', exchange: 101 },
      { type: 'evidence', requirement: 'quota/limit-enforced', exchange: 102 },
    ]);
    expect(events.filter(({ type }) => type === 'observation')).toEqual([
      { type: 'observation', requirement: kinds, text: 'a sliding log', exchanges: [102] },
    ]);
    expect(events.slice(-2)).toEqual(
      [exceeded, kinds].map((requirement) => ({
        type: 'check-finished',
        requirement,
        outcome: 'done',
        reason: null,
      })),
    );
  });

  test('records a cited exchange before the finding', async () => {
    const events = await told(measured('Free'));
    expect(events.findIndex(({ type }) => type === 'exchange')).toBeLessThan(
      events.findIndex(({ type }) => type === 'finding'),
    );
  });

  test('of several plans each is named', async () => {
    const events = await told(measured('Free'), measured('Pro'));
    const findings = events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []));
    expect(findings.map(({ kind, message }) => `${kind}|${message}`)).toEqual([
      'Free too-many|Free: 61 requests were served',
      'Pro too-many|Pro: 61 requests were served',
    ]);
    const observations = events.flatMap((event) => (event.type === 'observation' ? [event.text] : []));
    expect(observations).toEqual(['Free: a sliding log', 'Pro: a sliding log']);
  });
});

const must = { id: 'quota/never-exceeded', level: 'MUST' } as const;
const observe = { id: 'quota/window-kind', level: 'OBSERVE' } as const;

const finding = judgement.findings[0] as QuotaFinding;

const supported: Partial<QuotaJudgement> = { supported: [{ requirement: must.id, entries: [first] }] };
const undecided = (reason: string): Partial<QuotaJudgement> => ({
  undecided: [{ requirement: must.id, reason }],
});

function plan(
  name: string,
  judgement: Partial<QuotaJudgement>,
  ended: PlanVerdict['ended'] = null,
): PlanVerdict {
  return { name, judgement: { ...emptyJudgement, ...judgement }, ended };
}

describe('the outcome of a plan limit, over all plans', () => {
  test('is decided where every plan decides it', () => {
    const all = [plan('Free', supported), plan('Pro', { findings: [finding] })];
    expect(pooledOutcome(must, all)).toEqual({ outcome: 'done', reason: null });
  });

  test('is inconclusive where one plan can not tell, and names it', () => {
    const plans = [plan('Free', supported), plan('Pro', undecided('it was too slow'))];
    expect(pooledOutcome(must, plans)).toEqual({ outcome: 'inconclusive', reason: 'Pro: it was too slow' });
  });

  test('counts as undecided where a bound of the run ended a measurement', () => {
    const stopped = { outcome: 'skipped', reason: 'the run reached its time limit', budget: true } as const;
    expect(pooledOutcome(must, [plan('Free', supported), plan('Pro', {}, stopped)])).toMatchObject({
      outcome: 'skipped',
      budget: true,
    });
    const tried = pooledOutcome(must, [plan('Free', undecided('too slow')), plan('Pro', {}, stopped)]);
    expect(tried).toMatchObject({ outcome: 'inconclusive' });
    expect(tried.budget).toBeUndefined();
  });

  test('the daily limit is decided by the plans that are measured for it', () => {
    const day = { id: 'quota/day-limit', level: 'MUST' } as const;
    const measured = plan('Enterprise', { supported: [{ requirement: day.id, entries: [first] }] });
    const other = { ...plan('Free', {}), withoutDay: true };
    expect(pooledOutcome(day, [other, measured])).toEqual({ outcome: 'done', reason: null });
    expect(pooledOutcome(day, [other]).outcome).toBe('inconclusive');
    expect(pooledOutcome(must, [other, plan('Enterprise', supported)]).outcome).toBe('inconclusive');
  });

  test('says once what holds for all plans', () => {
    const plans = [plan('Free', undecided('too slow')), plan('Pro', undecided('too slow'))];
    expect(pooledOutcome(must, plans).reason).toBe('too slow');
    expect(pooledOutcome(must, [plan('Free', undecided('too slow'))]).reason).toBe('too slow');
  });

  test('what could not be decided outweighs what supports it', () => {
    const both = { ...supported, ...undecided('somebody else used the key') };
    expect(pooledOutcome(must, [plan('Free', both)])).toEqual({
      outcome: 'inconclusive',
      reason: 'somebody else used the key',
    });
  });

  test('a measurement that ended early keeps what it decided, and says of the rest why', () => {
    const ended = { outcome: 'skipped', reason: 'the requests are used up' } as const;
    expect(pooledOutcome(must, [plan('Free', supported, ended)]).outcome).toBe('done');
    expect(pooledOutcome(must, [plan('Free', { findings: [finding] }, ended)]).outcome).toBe('done');
    expect(pooledOutcome(must, [plan('Free', {}, ended)])).toEqual(ended);
    expect(pooledOutcome(must, [plan('Free', undecided('no 429 was received'), ended)])).toEqual(ended);
    const tried = [plan('Free', {}, ended), plan('Pro', undecided('too slow'))];
    expect(pooledOutcome(must, tried)).toEqual({
      outcome: 'inconclusive',
      reason: 'Free: the requests are used up; Pro: too slow',
    });
  });

  test('what the document is silent on was seen where one plan shows it', () => {
    const seen = { observations: [{ requirement: observe.id, text: 'fixed window', entries: [] }] };
    expect(pooledOutcome(observe, [plan('Free', seen), plan('Pro', {})]).outcome).toBe('done');
    expect(pooledOutcome(observe, [plan('Free', {})]).outcome).toBe('inconclusive');
  });

  test('nothing is ever decided of which a plan says nothing', () => {
    const state = fc.constantFrom<Partial<QuotaJudgement>>({}, supported, undecided('too slow'), {
      findings: [finding],
    });
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 4 }), (judgements) => {
        const plans = judgements.map((judgement, index) => plan(`Plan ${index}`, judgement));
        const { outcome, reason } = pooledOutcome(must, plans);
        const whole = plans.every(
          ({ judgement }) =>
            judgement.findings.length > 0 ||
            (judgement.supported.length > 0 && judgement.undecided.length === 0),
        );
        expect(outcome === 'done').toBe(whole);
        expect(reason === null).toBe(whole);
      }),
    );
  });
});
