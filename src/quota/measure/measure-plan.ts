import { judgeQuota } from '../judge/judge-quota.ts';
import type { QuotaFinding, QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../plan-under-test.ts';
import type { QuotaWire } from '../quota-wire.ts';
import { Bench, refusedKeys } from './bench.ts';
import { confirmed, type Judge, restsOnTiming, seenAgain, withoutFindings } from './confirmation.ts';
import { withEffects } from './effects.ts';
import { isExceeded, varyAfterExcess } from './excess-causes.ts';
import { measureDay } from './measure-day.ts';
import { measureKey } from './measure-key.ts';
import { MeasurementEnded, type MeasurementListener, type PlanMeasurement } from './measurement.ts';
import { planLimitRecord } from './plan-limit-record.ts';

/**
 * Measures the limits of one plan: the minute of its first key with another key meanwhile, then confirmations and
 * causes, then the day. Makes one call of the wire at a time. Resolves with the results so far if the wire stops or a
 * key is rejected.
 *
 * @throws errors of the wire other than `RunStopped`.
 */
export async function measurePlan(
  plan: PlanUnderTest,
  wire: QuotaWire,
  listener: MeasurementListener,
  judge: Judge = judgeQuota,
): Promise<PlanMeasurement> {
  const measurement = new Measurement(new Bench(plan, wire, listener), judge);
  let stopped: Error | null = null;
  let problem: PlanMeasurement['problem'] = null;
  try {
    await measurement.run();
  } catch (error) {
    if (error instanceof MeasurementEnded) {
      problem = error.problem;
    } else if (error instanceof Error && error.name === 'RunStopped') {
      stopped = error;
    } else {
      throw error;
    }
  }
  return { ...measurement.result(), stopped, problem, refusedKeys: refusedKeys(wire.timeline, plan.keys) };
}

class Measurement {
  readonly #bench: Bench;
  readonly #judge: Judge;
  /** The result that depended on timing and its confirmation, or `null`. */
  #first: readonly QuotaFinding[] | null = [];
  #again: readonly QuotaFinding[] | null = null;

  constructor(bench: Bench, judge: Judge) {
    this.#bench = bench;
    this.#judge = judge;
  }

  async run(): Promise<void> {
    const { plan } = this.#bench;
    const [key = 1] = plan.keys;
    await measureKey(this.#bench, key, { neighbour: true });
    if (plan.probeBan) {
      await probeBan(this.#bench, key);
    }
    const judgement = this.#judgeAll();
    if (restsOnTiming(judgement) || judgement.moreBurstsTell === true) {
      // The steps of a limiter only show when one key is measured twice.
      const looksForSteps = judgement.moreBurstsTell === true && judgement.findings.length === 0;
      this.#first = looksForSteps ? null : judgement.findings;
      const second = looksForSteps ? key : (this.#freshKeys()[0] ?? key);
      this.#again = await seenAgain(this.#bench, second, this.#judge, judgement.findings);
    }
    const whole = this.#judgeAll();
    if (whole.moreBurstsTell === true || isExceeded(this.#afterConfirmation(whole))) {
      await varyAfterExcess(this.#bench, [key], this.#freshKeys());
    }
    if (plan.dayQuota) {
      await measureDay(this.#bench, key);
    }
  }

  result(): Pick<PlanMeasurement, 'judgement' | 'records' | 'ledgers'> {
    const { plan, timeline, bursts, wire } = this.#bench;
    const judgement = withEffects(this.#afterConfirmation(this.#judgeAll()), wire);
    const records = plan.keys
      .filter((key) => this.#bench.lastAnswered(key, () => true) !== null)
      .map((key) => {
        const own = bursts.filter((burst) => burst.key === key);
        const engines = [...new Set(own.map(({ engine }) => engine))];
        const connections = Math.max(1, ...own.map((burst) => burst.connections));
        return planLimitRecord(timeline, key, { plan, judgement, engines, connections });
      });
    return { judgement, records, ledgers: bursts };
  }

  #judgeAll(): QuotaJudgement {
    return this.#judge(this.#bench.timeline, this.#bench.plan);
  }

  #afterConfirmation(judgement: QuotaJudgement): QuotaJudgement {
    if (this.#again !== null) {
      return confirmed(judgement, this.#first ?? judgement.findings, this.#again);
    }
    const unconfirmed = judgement.findings.filter((finding) => finding.restsOnTiming);
    return withoutFindings(judgement, unconfirmed, 'seen once, and not measured again');
  }

  /** Keys of the plan that nothing was sent with. */
  #freshKeys(): readonly number[] {
    const { plan } = this.#bench;
    return plan.keys.filter((key) => this.#bench.lastAnswered(key, () => true) === null);
  }
}

const asked = 10;

/** Continues to send with an exhausted quota. The results are not judged. */
async function probeBan(bench: Bench, key: number): Promise<void> {
  for (let count = 0; count < asked; count += 1) {
    await bench.send(key, 'listPets', 'ban');
  }
}
