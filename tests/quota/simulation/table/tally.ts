import type { BrokenLimiter, SimulatedLimiter } from '../catalogue/simulated-limiter.ts';
import { measureSimulated, type SimulatedMeasurement } from '../simulated-measurement.ts';
import { tierOne } from './tiers.ts';

/** Measurements of one limiter that differ only in their seeds. */
export type Series = Omit<SimulatedMeasurement, 'seed'> & { readonly runs: number };

/** What a series came to. All of it can be sent from thread to thread. */
export interface Tally {
  readonly limiter: string;
  readonly perMinute: number;
  readonly foreignPerSecond: number;
  readonly runs: number;
  /** Runs in which what is wrong with the limiter happened; 0 for a correct one. */
  readonly faulty: number;
  /** Of those, the ones in which one of the right requirements was blamed. */
  readonly caught: number;
  /** Runs in which a requirement was blamed, by requirement. */
  readonly blamed: Readonly<Record<string, number>>;
  /** Runs in which something was blamed that may not be; and those where that needs no key of one's own. */
  readonly accused: number;
  readonly accusedInTierOne: number;
  /** The same, by requirement and kind; with the first seed of each. */
  readonly stray: Readonly<Record<string, { readonly runs: number; readonly seed: number }>>;
  /** Runs with a fault that was not caught, by what the first right requirement was said to be undecided for. */
  readonly missed: Readonly<Record<string, { readonly runs: number; readonly seed: number }>>;
  readonly requests: number;
}

/** The seed of one of the measurements of a series: the same in every run of the program. */
function seedOf({ limiter, perMinute, foreignPerSecond }: Series, run: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${limiter.name} ${perMinute} ${foreignPerSecond} ${run}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Measures all of a series. */
export async function tally(series: Series, expected: Expectation): Promise<Tally> {
  const blamed = new Map<string, number>();
  const stray = new Map<string, { runs: number; seed: number }>();
  const missed = new Map<string, { runs: number; seed: number }>();
  let faulty = 0;
  let caught = 0;
  let requests = 0;
  let accused = 0;
  let accusedInTierOne = 0;
  for (let run = 0; run < series.runs; run += 1) {
    const seed = seedOf(series, run);
    const outcome = await measureSimulated({ ...series, seed });
    requests += outcome.timeline.length;
    faulty += outcome.faultHappened ? 1 : 0;
    const findings = new Map(
      outcome.findings.map((finding) => [`${finding.requirement} ${finding.kind}`, finding]),
    );
    const wrong = new Set<string>();
    for (const [name, { requirement }] of findings) {
      if (!expected.blamed.includes(requirement) && !expected.alsoBlamed.includes(requirement)) {
        count(stray, name, seed);
        wrong.add(requirement);
      }
    }
    for (const requirement of new Set(outcome.findings.map((finding) => finding.requirement))) {
      blamed.set(requirement, (blamed.get(requirement) ?? 0) + 1);
    }
    accused += wrong.size > 0 ? 1 : 0;
    accusedInTierOne += [...wrong].some((requirement) => tierOne.has(requirement)) ? 1 : 0;
    if (outcome.findings.some(({ requirement }) => expected.blamed.includes(requirement))) {
      caught += 1;
    } else if (outcome.faultHappened) {
      const reason = outcome.undecided.find(({ requirement }) =>
        expected.blamed.includes(requirement),
      )?.reason;
      count(missed, reason ?? 'no reason given', seed);
    }
  }
  return {
    limiter: series.limiter.name,
    perMinute: series.perMinute,
    foreignPerSecond: series.foreignPerSecond,
    runs: series.runs,
    faulty,
    caught,
    blamed: Object.fromEntries(blamed),
    accused,
    accusedInTierOne,
    stray: Object.fromEntries(stray),
    missed: Object.fromEntries(missed),
    requests,
  };
}

/** Which requirements may be blamed. */
export type Expectation = Pick<BrokenLimiter, 'blamed' | 'alsoBlamed'>;

/** Of a correct limiter, none. */
export const nothing: Expectation = { blamed: [], alsoBlamed: [] };

export function expectationOf(limiter: SimulatedLimiter | BrokenLimiter): Expectation {
  return 'blamed' in limiter ? limiter : nothing;
}

function count(counts: Map<string, { runs: number; seed: number }>, name: string, seed: number): void {
  const known = counts.get(name) ?? { runs: 0, seed };
  counts.set(name, { ...known, runs: known.runs + 1 });
}
