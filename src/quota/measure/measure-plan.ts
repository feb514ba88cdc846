import type { Operation } from '../../exchange/exchange.ts';
import { RunStopped } from '../../target/target.ts';
import { windowText } from '../judge/case.ts';
import { judgeQuota } from '../judge/judge-quota.ts';
import { ascending } from '../judge/times.ts';
import type { QuotaFinding, QuotaJudgement } from '../judgement.ts';
import type { Phase, PlanUnderTest, QuotaWire } from '../quota-wire.ts';
import { isRefusal } from '../refusal-fields.ts';
import { isServed } from '../timeline.ts';
import { Bench, mixedOperations, refusedKeys } from './bench.ts';
import { confirmed, type Judge, restsOnTiming, seenAgain, withoutFindings } from './confirmation.ts';
import { withEffects } from './effects.ts';
import { overshootOf } from './first-burst.ts';
import { measureDay } from './measure-day.ts';
import { measureKey } from './measure-key.ts';
import {
  type MeasurementEnd,
  MeasurementEnded,
  type MeasurementListener,
  type PlanMeasurement,
} from './measurement.ts';
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
  const bench = new Bench(plan, wire, listener);
  const measurement = new Measurement(bench, judge);
  const ended = await measurement.run().then(() => null, endOf);
  bench.reportEnd();
  return { ...measurement.result(), ended, refusedKeys: refusedKeys(wire.timeline, plan.keys) };
}

/** @throws any error that does not end a measurement. */
function endOf(error: unknown): MeasurementEnd {
  if (error instanceof MeasurementEnded) {
    return { outcome: 'inconclusive', reason: error.message, isSilent: error.isSilent };
  }
  if (!(error instanceof RunStopped)) {
    throw error;
  }
  return error.reason === 'interrupted'
    ? { outcome: 'inconclusive', reason: 'the measurement was interrupted: run again', isSilent: false }
    : { outcome: 'skipped', reason: error.message, budget: true, isSilent: false };
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
    const isExcess = isExceeded(this.#afterConfirmation(whole));
    if (whole.moreBurstsTell === true || isExcess) {
      const what = isExcess ? 'an excess was seen' : 'steps were seen';
      await varyBursts(this.#bench, key, this.#freshKeys(), what);
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
        const { places = 1 } = wire;
        return planLimitRecord(timeline, key, { plan, judgement, engines, connections, places });
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

const excesses = new Set(['quota/never-exceeded', 'quota/limit-enforced']);
/** The share of a minute that a variation may take; later requests could belong to the next window. */
const shareOfMinute = 0.8;
/** The number of connections, enough for a few processes to get some each, with several requests each. */
const connectionsInTurn = 16;

const singlePhases: ReadonlySet<Phase> = new Set(['calibrate', 'count', 'trickle', 'retry']);

/**
 * The first variations are the most informative: services most often count operations separately. Sequential requests
 * distinguish separate counters from one that is not synchronized.
 */
const variations = ['one-operation', 'one-at-a-time'] as const satisfies readonly Phase[];
/** With several places, their counters are tested first, because the user asked for them. */
const variationsOfPlaces = ['one-place', ...variations] as const satisfies readonly Phase[];

/** Whether more was admitted than permitted. */
function isExceeded({ findings }: QuotaJudgement): boolean {
  return findings.some(({ requirement }) => excesses.has(requirement));
}

/**
 * Exhausts the quota again in another way each time, in a new window or with an unused key.
 *
 * @param what was seen, as the beginning of the reason why that takes longer than was announced
 */
async function varyBursts(bench: Bench, usedKey: number, freshKeys: readonly number[], what: string) {
  const fresh = [...freshKeys];
  const phases = bench.places > 1 ? variationsOfPlaces : variations;
  let windowsLeft = Math.max(0, phases.length - fresh.length);
  bench.expectedEndMs = Math.max(bench.expectedEndMs, bench.wire.now() + windowsLeft * bench.plan.minuteMs);
  for (const phase of phases) {
    const isFresh = fresh.length > 0;
    const key = fresh.shift() ?? usedKey;
    if (!isFresh) {
      const left = windowsText(windowsLeft, bench.plan.minuteMs);
      await waitOutWindow(bench, key, `${what}: ${left} more to tell the cause`);
      windowsLeft -= 1;
    }
    const size = bench.plan.perMinute + overshootOf(bench);
    if (phase === 'one-place') {
      await sendPlaceByPlace(bench, key);
    } else if (phase === 'one-operation') {
      await sendLists(bench, key, phase, size);
    } else {
      await sendInTurn(bench, key, phase, size);
    }
  }
}

/** `a minute`, `2 minutes`, `5 s`. */
function windowsText(count: number, minuteMs: number): string {
  return count > 1 && minuteMs === 60_000 ? `${count} minutes` : windowText(count * minuteMs);
}

/** A whole window from the last request, because a limiter that admits too much may also announce a wrong `Reset`. */
async function waitOutWindow(bench: Bench, key: number, reason: string): Promise<void> {
  const last = bench.lastAnswered(key);
  if (last !== null) {
    await bench.waitOut(last.answeredAtMs, bench.plan.minuteMs, reason);
  }
}

async function sendLists(bench: Bench, key: number, phase: Phase, size: number): Promise<void> {
  const { plan } = bench;
  const mostRefused = plan.refusedInARow - bench.refusedInARow(key);
  if (mostRefused > 0) {
    const lists = Array.from({ length: size }, (): Operation => 'listPets');
    await bench.burst(key, phase, lists, mostRefused);
  }
}

/** The number of requests that show whether a place has anything left. */
const probeRequests = 3;
/** The share of the consecutive refusals that this variation may cause, because others follow it. */
const shareOfRefusals = 0.5;

/**
 * Exhausts the quota at one place, then at the next one in the same window. A few requests first show whether
 * anything is left, because places with a common counter would only be refused.
 */
async function sendPlaceByPlace(bench: Bench, key: number): Promise<void> {
  const { plan, places, timeline } = bench;
  const overshoot = Math.min(overshootOf(bench), Math.ceil((plan.refusedInARow * shareOfRefusals) / 3));
  const send = async (place: number, size: number) => {
    const lists = Array.from({ length: size }, (): Operation => 'listPets');
    await bench.burst(key, 'one-place', lists, overshoot, place);
  };
  await send(0, plan.perMinute + overshoot);
  for (let place = 1; place < places; place += 1) {
    if (bench.refusedInARow(key) + probeRequests > plan.refusedInARow * shareOfRefusals) {
      return;
    }
    const from = timeline.length;
    await send(place, probeRequests);
    if (bench.entriesSince(key, from).some(isServed)) {
      await send(place, plan.perMinute + overshoot - probeRequests);
    }
  }
}

/** Until as many consecutive refusals as connections, because one counter may be full and others not. */
async function sendInTurn(bench: Bench, key: number, phase: Phase, size: number): Promise<void> {
  const { plan, operations, random } = bench;
  const width = Math.min(connectionsInTurn, plan.connections);
  if (singleMs(bench) * size > plan.minuteMs * shareOfMinute) {
    return;
  }
  const mostRefused = Math.min(width, plan.refusedInARow - bench.refusedInARow(key));
  let refused = 0;
  for (const [position, operation] of mixedOperations(
    size,
    { operations, creations: 4, tail: 1 },
    random,
  ).entries()) {
    if (refused >= mostRefused) {
      return;
    }
    const { status } = await bench.send(key, operation, phase, position % width);
    refused = isRefusal(status) ? refused + 1 : 0;
  }
}

/** The typical duration of a single request, in ms: the median of those that were sent alone. */
function singleMs({ timeline }: Bench): number {
  const spans = timeline
    .filter(({ phase }) => singlePhases.has(phase))
    .map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs)
    .sort(ascending);
  return spans[Math.floor(spans.length / 2)] ?? 0;
}
