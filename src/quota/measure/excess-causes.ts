import type { Operation } from '../../exchange/exchange.ts';
import type { QuotaJudgement } from '../judgement.ts';
import type { Phase } from '../timeline.ts';
import type { Bench } from './bench.ts';
import { overshootOf } from './first-burst.ts';
import { mixedOperations } from './mixed-operations.ts';

const excesses = new Set(['quota/never-exceeded', 'quota/limit-enforced']);
/** The part of a minute that a variation may take: later, what it sends could be of the next window. */
const shareOfMinute = 0.8;

const singlePhases: ReadonlySet<Phase> = new Set(['calibrate', 'count', 'trickle', 'retry']);

interface Variation {
  readonly phase: Phase;
  readonly mixed: boolean;
  readonly connections: 'one' | 'many';
}

/** What is varied first tells most: operations are what services count apart most often. */
const variations: readonly Variation[] = [
  { phase: 'one-operation', mixed: false, connections: 'many' },
  { phase: 'one-connection', mixed: true, connections: 'one' },
  { phase: 'one-of-each', mixed: false, connections: 'one' },
];

/** Whether more was admitted than may be. */
export function isExceeded({ findings }: QuotaJudgement): boolean {
  return findings.some(({ requirement }) => excesses.has(requirement));
}

/** Spends the quota again with one dimension varied at a time, each from a fresh window or with a fresh key. */
export async function varyAfterExcess(bench: Bench, keys: readonly number[], freshKeys: readonly number[]) {
  const [usedKey = 0] = keys;
  const fresh = [...freshKeys];
  for (const variation of variations) {
    const key = fresh.shift() ?? usedKey;
    await waitOutWindow(bench, key);
    await vary(bench, key, variation);
  }
}

/** A whole window from the last request: what admits too much may be wrong about its `Reset` as well. */
async function waitOutWindow(bench: Bench, key: number): Promise<void> {
  const last = bench.lastAnswered(key);
  if (last !== null) {
    const atMs = bench.timeline.answeredAtMs(last);
    bench.expectedEndMs = Math.max(bench.expectedEndMs, atMs + bench.plan.minuteMs);
    await bench.waitOut(atMs, bench.plan.minuteMs, 'a full quota, to see what it is that is not shared');
  }
}

async function vary(bench: Bench, key: number, { phase, mixed, connections }: Variation): Promise<void> {
  const { plan } = bench;
  const size = plan.perMinute + overshootOf(bench);
  const mostRefused = plan.refusedInARow - bench.refusedInARow(key);
  const sequentialMs = singleMs(bench) * size;
  const tooSlow = connections === 'one' && sequentialMs > plan.minuteMs * shareOfMinute;
  if (tooSlow || mostRefused <= 0) {
    return;
  }
  const operations: Operation[] = mixed
    ? mixedOperations(size, { operations: bench.operations, creations: 4, tail: 1 }, bench.random)
    : Array.from({ length: size }, () => 'listPets');
  await bench.burst(key, phase, operations, {
    connections: connections === 'one' ? 1 : plan.connections,
    mostRefused,
  });
}

/** About how long one request takes by itself, in ms: the median of those that were sent alone. */
function singleMs({ timeline }: Bench): number {
  const spans: number[] = [];
  for (let index = 0; index < timeline.length; index += 1) {
    if (singlePhases.has(timeline.phase(index))) {
      spans.push(timeline.answeredAtMs(index) - timeline.sentAtMs(index));
    }
  }
  return spans.sort((left, right) => left - right)[Math.floor(spans.length / 2)] ?? 0;
}
