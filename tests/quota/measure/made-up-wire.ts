import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { MeasurementListener } from '../../../src/quota/measure/measurement.ts';
import type {
  BurstLedger,
  PacedSeries,
  PlanUnderTest,
  QuotaRequest,
  QuotaWire,
  RefusedCreations,
} from '../../../src/quota/quota-wire.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { RunStopped } from '../../../src/target/target.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { noJudge } from './made-up-judgement.ts';

/** What a made-up service says to a request at a moment of its clock, in ms since 1970. */
export type MadeUpService = (request: QuotaRequest, atMs: number) => Partial<TimelineEntry>;

/** When the made-up service's clock begins. */
const epochMs = 1_800_000_000_000;
const oneWayMs = 5;

export interface MadeUpWireOptions {
  /** How far into a minute the measurement begins, in ms. */
  readonly startsAtMs?: number;
  /** Calls after which every further one throws `RunStopped`. */
  readonly mostCalls?: number;
  readonly refusedCreations?: Partial<RefusedCreations>;
  readonly engine?: BurstLedger['engine'];
  /** Requests of a burst that bring no answer. */
  readonly lost?: (burst: number) => number;
}

/** A wire in a time of its own: every request takes 10 ms, those of a burst go one ms after the other. */
export class MadeUpWire implements QuotaWire {
  readonly timeline: TimelineEntry[] = [];
  readonly operations = ['listPets', 'createPet', 'getPet'] as const;
  readonly waits: { readonly fromMs: number; readonly toMs: number; readonly reason: string }[] = [];
  readonly #service: MadeUpService;
  readonly #options: MadeUpWireOptions;
  #nowMs: number;
  #calls = 0;
  #bursts = 0;

  constructor(service: MadeUpService, options: MadeUpWireOptions = {}) {
    this.#service = service;
    this.#options = options;
    this.#nowMs = options.startsAtMs ?? 0;
  }

  /** Calls so far that the run could have been stopped at. */
  get calls(): number {
    return this.#calls;
  }

  now = (): number => this.#nowMs;

  async waitUntil(atMs: number, reason: string): Promise<void> {
    this.#call();
    this.waits.push({ fromMs: this.#nowMs, toMs: atMs, reason });
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  async send(request: QuotaRequest, connection = 0): Promise<TimelineEntry> {
    this.#call();
    const entry = this.#add(request, this.#nowMs, connection + 1);
    this.#nowMs += 2 * oneWayMs;
    return entry;
  }

  async burst(
    requests: readonly QuotaRequest[],
    connections: number,
    mostRefused: number,
  ): Promise<BurstLedger> {
    this.#call();
    let lost = this.#options.lost?.(this.#bursts) ?? 0;
    this.#bursts += 1;
    let sent = 0;
    let row = 0;
    for (const request of requests) {
      if (row >= mostRefused) {
        break;
      }
      const { status } = this.#add(request, this.#nowMs + sent, (sent % connections) + 1);
      sent += 1;
      row = status === 429 ? row + 1 : 0;
      lost += status === 0 ? 1 : 0;
    }
    this.#nowMs += sent + 2 * oneWayMs;
    return {
      engine: this.#options.engine ?? 'simulation',
      asked: requests.length,
      sent,
      answered: sent - lost,
      unanswered: lost,
      connections,
    };
  }

  async paced(series: PacedSeries): Promise<void> {
    for (let request = series.next(); request !== null; request = series.next()) {
      this.#call();
      series.answered(this.#add(request, this.#nowMs, 1));
      this.#nowMs += series.intervalMs;
    }
  }

  refusedCreations(): RefusedCreations {
    return { refused: [], carriedOut: [], completeList: null, ...this.#options.refusedCreations };
  }

  #add(request: QuotaRequest, sentAtMs: number, connection: number): TimelineEntry {
    const atMs = epochMs + sentAtMs + oneWayMs;
    const entry = madeUpEntry({
      exchange: this.timeline.length + 1,
      ...request,
      connection,
      sentAtMs,
      answeredAtMs: sentAtMs + 2 * oneWayMs,
      dateMs: Math.floor(atMs / 1000) * 1000,
      ...this.#service(request, atMs),
    });
    this.timeline.push(entry);
    return entry;
  }

  #call(): void {
    this.#calls += 1;
    if (this.#calls > (this.#options.mostCalls ?? Number.POSITIVE_INFINITY)) {
      throw new RunStopped('interrupted', 'the run was interrupted');
    }
  }
}

/** A fixed window aligned to the clock, one for each key, and a day that is counted from its first request. */
export function fixedWindow(
  limit: number,
  windowMs = 60_000,
  perDay = Number.POSITIVE_INFINITY,
): MadeUpService {
  const used = new Map<string, number>();
  let usedToday = 0;
  return (request, atMs) => {
    const window = Math.floor(atMs / windowMs);
    const id = `${request.key} ${window}`;
    const before = used.get(id) ?? 0;
    const dayIsOver = usedToday >= perDay;
    const admitted = before < limit && !dayIsOver;
    used.set(id, before + (admitted ? 1 : 0));
    usedToday += admitted ? 1 : 0;
    const endMs = (window + 1) * windowMs;
    return {
      status: admitted ? (request.operation === 'createPet' ? 201 : 200) : 429,
      limit: dayIsOver ? perDay : limit,
      remaining: dayIsOver ? 0 : limit - (used.get(id) ?? 0),
      reset: Math.ceil((dayIsOver ? endMs + 86_400_000 : endMs) / 1000),
      ...(admitted
        ? {}
        : {
            retryAfterForm: 'seconds',
            retryAfterMs: Math.ceil((dayIsOver ? 86_400_000 : endMs - atMs) / 1000) * 1000,
          }),
    };
  };
}

/** The Free plan, as a run measures it by default. */
export function freePlan(changes: Partial<PlanUnderTest> = {}): PlanUnderTest {
  return {
    plan: 'free',
    perMinute: 60,
    perDay: 1000,
    minuteMs: 60_000,
    dayMs: 86_400_000,
    keys: [1],
    neighbour: true,
    overshoot: 30,
    refusedInARow: 50,
    connections: 128,
    consistencyGraceMs: 2_000,
    readOnly: false,
    dayQuota: false,
    probeBan: false,
    seed: 1,
    ...changes,
  };
}

export interface MeasuredOptions extends MadeUpWireOptions {
  readonly service?: MadeUpService;
  /** Changes of the Free plan. */
  readonly plan?: Partial<PlanUnderTest>;
  /** Says nothing of any requirement, unless given. */
  readonly judge?: Judge;
  readonly listener?: MeasurementListener;
}

/** A measurement that begins 10 s into a minute, of a fixed window of 60 requests, unless changed. */
export async function measured(options: MeasuredOptions = {}) {
  const { service = fixedWindow(60), plan = {}, judge = noJudge, listener = () => {} } = options;
  const wire = new MadeUpWire(service, { startsAtMs: 10_000, ...options });
  const measurement = await measurePlan(freePlan(plan), wire, listener, judge);
  return { ...measurement, wire, timeline: wire.timeline };
}
