import { faultNamed, type ReferenceImplementationOptions } from '../../reference-impl/index.ts';
import type { PlanLimit, RunOptions } from '../suite/run-options.ts';
import type { Effort } from '../verdict/run-event.ts';
import type { ServedSubject } from './served-subject.ts';
import type { Scope, TrialOrder } from './trial.ts';

type Service = Pick<ReferenceImplementationOptions, 'plans' | 'minuteMs' | 'dayMs' | 'animals'>;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * The length of the minute if its limit is not measured, in ms: so long that a bucket restores almost nothing between
 * two requests, even on a busy machine, and Remaining keeps decreasing.
 */
const unmeasuredMinuteMs = 5 * minuteMs;
/** The same of a thorough run, whose allowance is ample: an ample bucket would restore a request in every step. */
const thoroughMinuteMs = 60 * minuteMs;

/** The limits of the run's key: enough for a whole run without a pause, and ample for further cases. */
const usual: PlanLimit = { perMinute: 1_000, perDay: 5_000_000 };
const ample: PlanLimit = { perMinute: 60_000, perDay: 5_000_000 };

/**
 * The limits of the Free plan if not measured. A service that counts requests without a valid key counts them as of
 * this plan, and a run would wait for its long minute to end. They differ from those of the run's key.
 */
const withoutValidKey: PlanLimit = { perMinute: 900, perDay: 5_000_000 };
const amplyWithoutValidKey: PlanLimit = { perMinute: 50_000, perDay: 4_000_000 };

/**
 * The limits of the run's key beside a measurement: more than a run sends in its short minute, and too few for further
 * cases, whose traffic would disturb other measurements.
 */
const besideMeasurement: PlanLimit = { perMinute: 2_900, perDay: 5_000_000 };

/** The limits of the Free plan if measured, and the lengths of minute and day, in ms. */
const measured: Readonly<
  Record<Exclude<Scope, 'functional'>, { free: PlanLimit; minuteMs: number; dayMs: number }>
> = {
  // Few requests in a short minute, so that one more or less exceeds the refill of a bucket.
  minute: { free: { perMinute: 12, perDay: 1_000 }, minuteMs: 3_000, dayMs },
  // Enough that many are in flight when the limit is reached.
  'larger-minute': { free: { perMinute: 60, perDay: 5_000 }, minuteMs: 6_000, dayMs },
  // A time that is half of what it should be shows here, though it comes in whole seconds.
  'longer-minute': { free: { perMinute: 20, perDay: 1_000 }, minuteMs: 10_000, dayMs },
  // Where windows end shows to a twelfth, though it comes in whole seconds; and of what happens once in a while more does.
  'long-minute': { free: { perMinute: 60, perDay: 5_000 }, minuteMs: 30_000, dayMs },
  day: { free: { perMinute: 60, perDay: 300 }, minuteMs: 1_000, dayMs: 30_000 },
};

/** How long one trial of a whole run may take, in ms: one that hangs must not keep the others waiting. */
const longestMs: Readonly<Record<Effort, number>> = { smoke: 120_000, normal: 240_000, thorough: 900_000 };

/** The same, of one that measures plan limits: it looks again after two minutes of the service, and once more. */
const longestMeasuringMs = 900_000;

export function serviceOf(order: TrialOrder): Service {
  const { scope, effort, isAmple } = order;
  if (scope === 'functional') {
    if (effort === 'thorough') {
      return { plans: { enterprise: ample, free: amplyWithoutValidKey }, minuteMs: thoroughMinuteMs, dayMs };
    }
    const plans = { enterprise: isAmple ? ample : usual, free: withoutValidKey };
    const service = { plans, minuteMs: unmeasuredMinuteMs, dayMs };
    // A run of effort smoke adds too few animals to see how lists are cut.
    return effort === 'smoke' ? { ...service, animals: storedAnimals } : service;
  }
  const { free, ...lengths } = measured[scope];
  // Short minutes must not delay the key of the run.
  return { plans: { enterprise: isAmple ? ample : besideMeasurement, free }, ...lengths };
}

/** Waits only for faults that need it, because it is most of a run's duration. */
const lateReadingsMs = 3_000;

function needsLateReadings({ subject }: TrialOrder): boolean {
  return subject.kind === 'fault' && faultNamed(subject.name)?.needs === 'late-readings';
}

/** A run against such a service that is given all that a run can be given. */
export function runOptionsOf(
  order: TrialOrder,
  service: ServedSubject,
  categoryIds: readonly bigint[],
): RunOptions {
  const { scope, effort, seed, selected, folder } = order;
  const { plans = {}, ...lengths } = serviceOf(order);
  return {
    baseUrl: service.baseUrl,
    apiKey: service.keys.enterprise,
    plan: 'enterprise',
    planLimits: plans,
    revokedKey: service.revokedKey,
    quotaKeys:
      scope === 'functional'
        ? []
        : [service.keys.free, service.secondKeys.free].map((key) => ({ plan: 'free', key })),
    dayQuota: scope === 'day',
    overshoot: null,
    probeBan: false,
    categoryIds,
    selected,
    readOnly: false,
    effort,
    maxRequests: null,
    maxTimeMs: scope === 'functional' ? longestMs[effort] : longestMeasuringMs,
    consistencyGraceMs: 2_000,
    lateReadingsMs: needsLateReadings(order) ? lateReadingsMs : 0,
    timeoutMs: 10_000,
    minuteMs: lengths.minuteMs ?? minuteMs,
    dayMs: lengths.dayMs ?? dayMs,
    seed,
    failOn: 'must',
    reportDir: folder,
    command: `npx animal-store-conformance self-check --${order.subject.kind === 'fault' ? 'fault' : 'variant'} ${order.subject.name} --effort ${effort} --seed ${seed}`,
  };
}

type NewPet = NonNullable<ReferenceImplementationOptions['animals']>[number];

/** Of two statuses more than a list without `limit` shows, and together fewer than the longest list may show. */
const storedCount = 75;

/** Fewer are sold than are there otherwise, and some have no status. */
const statuses = [
  ...(['available', 'pending', 'sold', 'available', 'pending'] as const),
  ...(['sold', 'available', 'pending', 'available', 'pending', undefined] as const),
];
const names = ['Bella', 'Momo', 'Kiwi', 'Balu', 'Flöckchen', 'Herr Nilsson', "O'Malley", '小白'];

/** The animals of a store that has been in use for a while: of all statuses, some without one. */
const storedAnimals: readonly NewPet[] = Array.from({ length: storedCount }, (_, index) => {
  const status = statuses[index % statuses.length];
  const name = `${names[index % names.length]} ${index + 1}`;
  return { name, categoryId: BigInt(1 + (index % 5)), ...(status === undefined ? {} : { status }) };
});
