import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { correctLimiters, limitersInSteps } from '../catalogue/correct-limiters.ts';
import type { BrokenLimiter } from '../catalogue/simulated-limiter.ts';
import { measureSimulated, type SimulatedMeasurement } from '../simulated-measurement.ts';

/** Measurements of one limiter that differ only in their seeds. */
export type Series = Omit<SimulatedMeasurement, 'seed'> & { readonly runs: number };

/** What a series came to. All of it can be sent from thread to thread. */
export interface Tally {
  readonly limiter: string;
  readonly perMinute: number;
  readonly foreignPerSecond: number;
  readonly places: number;
  readonly runs: number;
  /** Runs in which what is wrong with the limiter happened; 0 for a correct one. */
  readonly faulty: number;
  /** Of those, the ones in which one of the right requirements was reported. */
  readonly caught: number;
  /** Runs in which a requirement was reported, by requirement. */
  readonly reported: Readonly<Record<string, number>>;
  /** Runs in which something was reported that may not be; and those where that needs no key of one's own. */
  readonly flagged: number;
  readonly flaggedInTierOne: number;
  /** The same, by requirement and kind; with the first seed of each. */
  readonly misattributed: Readonly<Record<string, { readonly runs: number; readonly seed: number }>>;
  /** Runs with a fault that was not caught, by what the first right requirement was said to be undecided for. */
  readonly missed: Readonly<Record<string, { readonly runs: number; readonly seed: number }>>;
}

/** The seed of one of the measurements of a series: the same in every run of the program. */
function seedOf({ limiter, perMinute, foreignPerSecond = 0 }: Series, run: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${limiter.name} ${perMinute} ${foreignPerSecond} ${run}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Measures all of a series. */
export async function tally(series: Series): Promise<Tally> {
  const { limiter, perMinute, foreignPerSecond = 0, places = 1, runs } = series;
  const expected = 'reported' in limiter ? limiter : nothing;
  const reported = new Map<string, number>();
  const misattributed = new Map<string, { runs: number; seed: number }>();
  const missed = new Map<string, { runs: number; seed: number }>();
  let faulty = 0;
  let caught = 0;
  let flagged = 0;
  let flaggedInTierOne = 0;
  for (let run = 0; run < runs; run += 1) {
    const seed = seedOf(series, run);
    const outcome = await measureSimulated({ ...series, seed });
    faulty += outcome.faultHappened ? 1 : 0;
    const findings = new Map(
      outcome.findings.map((finding) => [`${finding.requirement} ${finding.kind}`, finding]),
    );
    const wrong = new Set<string>();
    for (const [name, { requirement }] of findings) {
      if (!expected.reported.includes(requirement) && !expected.alsoReported.includes(requirement)) {
        count(misattributed, name, seed);
        wrong.add(requirement);
      }
    }
    for (const requirement of new Set(outcome.findings.map((finding) => finding.requirement))) {
      reported.set(requirement, (reported.get(requirement) ?? 0) + 1);
    }
    flagged += wrong.size > 0 ? 1 : 0;
    flaggedInTierOne += [...wrong].some((requirement) => tierOne.has(requirement)) ? 1 : 0;
    if (outcome.findings.some(({ requirement }) => expected.reported.includes(requirement))) {
      caught += 1;
    } else if (outcome.faultHappened) {
      const reason = outcome.undecided.find(({ requirement }) =>
        expected.reported.includes(requirement),
      )?.reason;
      count(missed, reason ?? 'no reason given', seed);
    }
  }
  return {
    limiter: limiter.name,
    perMinute,
    foreignPerSecond,
    places,
    runs,
    faulty,
    caught,
    reported: Object.fromEntries(reported),
    flagged,
    flaggedInTierOne,
    misattributed: Object.fromEntries(misattributed),
    missed: Object.fromEntries(missed),
  };
}

/** Of a correct limiter, no requirement may be reported. */
const nothing: Pick<BrokenLimiter, 'reported' | 'alsoReported'> = { reported: [], alsoReported: [] };

function count(counts: Map<string, { runs: number; seed: number }>, name: string, seed: number): void {
  const known = counts.get(name) ?? { runs: 0, seed };
  counts.set(name, { ...known, runs: known.runs + 1 });
}

/** Requirements that are judged whoever else uses the key; the others need it to be the run's own. */
export const tierOne: ReadonlySet<string> = new Set([
  'quota/limit-enforced',
  'quota/never-exceeded',
  'quota/shared-across-operations',
  'quota/remaining-zero',
  'quota/retry-after-present',
  'quota/retry-after-readable',
  'quota/retry-after-proportionate',
  'quota/refused-without-effect',
  'quota/day-limit',
  'rate/limit-matches-plan',
  'rate/reset-is-timestamp',
]);

/** Measurements of each correct limiter, by the plan's figure a minute. */
const correctRuns = { 60: 620, 300: 28, 1000: 12 } as const;
/** Of each one in steps, whose number is drawn too. */
const steppedRuns = { 60: 900, 300: 28, 1000: 12 } as const;
/** Requests of others on the key, a second, and the measurements of each correct limiter at each. */
export const foreignRates = [0.1, 0.5, 2] as const;
const foreignRuns = 20;
/** Measurements of each broken limiter. */
const brokenRuns = { 60: 30, 300: 4 } as const;
/** Measurements with bursts to three places, of each correct limiter and of each broken one. */
const manyPlaces = { perMinute: 60, places: 3 } as const;
const placesRuns = { correct: 80, broken: 3 };

const correct = [...correctLimiters, ...limitersInSteps];

/** All measurements, in the order of the page of results. */
export const allSeries: readonly Series[] = [
  ...correct.flatMap((limiter) =>
    ([60, 300, 1000] as const).map((perMinute): Series => {
      const runs = limitersInSteps.includes(limiter) ? steppedRuns : correctRuns;
      return { limiter, perMinute, runs: runs[perMinute] };
    }),
  ),
  ...correctLimiters.flatMap((limiter) =>
    foreignRates.map(
      (foreignPerSecond): Series => ({ limiter, perMinute: 60, runs: foreignRuns, foreignPerSecond }),
    ),
  ),
  ...brokenLimiters.flatMap((limiter) =>
    (limiter.dayQuota ? ([60] as const) : ([60, 300] as const)).map(
      (perMinute): Series => ({ limiter, perMinute, runs: brokenRuns[perMinute] }),
    ),
  ),
  ...correct.map((limiter): Series => ({ ...manyPlaces, limiter, runs: placesRuns.correct })),
  ...brokenLimiters
    .filter(({ dayQuota }) => !dayQuota)
    .map((limiter): Series => ({ ...manyPlaces, limiter, runs: placesRuns.broken })),
];
