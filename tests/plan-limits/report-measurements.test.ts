import { describe, expect, test } from 'vitest';
import { type MeasuredPlan, reportMeasurements } from '../../src/plan-limits/report-measurements.ts';
import type { QuotaJudgement } from '../../src/quota/judgement.ts';
import { Timeline } from '../../src/quota/timeline.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { exchange } from '../report/made-up-run.ts';

const exceeded = 'quota/never-exceeded';
const kinds = 'quota/window-kind';
const checks = requirements.filter(({ id }) => id === exceeded || id === kinds);

const judgement: QuotaJudgement = {
  findings: [
    {
      requirement: exceeded,
      kind: 'too-many',
      message: '61 requests were served',
      expected: '60',
      actual: '61',
      entry: 1,
      related: [{ role: 'the first of them', entry: 0 }],
      restsOnTiming: false,
    },
  ],
  supported: [{ requirement: 'quota/limit-enforced', entries: [0, 1] }],
  undecided: [],
  observations: [{ requirement: kinds, text: 'a sliding log', entries: [1] }],
  explainedBy: ['sliding log'],
  overlapAtLimit: 60,
  clock: null,
};

/** A plan whose requests have the numbers 101 and 102; that of the first is on record. */
function measured(name: string): MeasuredPlan {
  const timeline = new Timeline();
  for (const exchange of [101, 102]) {
    timeline.add({
      exchange,
      key: 1,
      connection: 1,
      operation: 'listPets',
      phase: 'burst',
      sentAtMs: exchange,
      answeredAtMs: exchange + 1,
      status: 200,
      limit: 60,
      remaining: 1,
      reset: 1,
      retryAfterForm: 'absent',
      retryAfterMs: Number.NaN,
      unreadable: null,
      dateMs: Number.NaN,
      cached: false,
    });
  }
  return {
    name,
    judgement,
    ended: null,
    records: [],
    timeline,
    isRecorded: (entry) => entry === 0,
    exchangeOf: async (entry) => exchange(timeline.exchange(entry), exceeded),
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

  test('an exchange that is cited and not on record is put there, once and before', async () => {
    const events = await told(measured('Free'));
    const exchanges = events.filter((event) => event.type === 'exchange');
    expect(exchanges.map(({ exchange }) => exchange.number)).toEqual([102]);
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
