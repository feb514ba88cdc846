import type { Operation } from '../../exchange/exchange.ts';
import type { QuotaJudgement } from '../judgement.ts';
import { isRefusal } from '../refusal-fields.ts';
import type { Phase } from '../timeline.ts';
import { type Bench, mixedOperations } from './bench.ts';
import { overshootOf } from './first-burst.ts';

const excesses = new Set(['quota/never-exceeded', 'quota/limit-enforced']);
/** The share of a minute that a variation may take; later requests could belong to the next window. */
const shareOfMinute = 0.8;
/** The number of connections, enough for a few processes to get some each, with several requests each. */
const connectionsInTurn = 16;

const singlePhases: ReadonlySet<Phase> = new Set(['calibrate', 'count', 'trickle', 'retry']);

/**
 * What is varied first tells most: operations are what services count apart most often. Requests one at a time tell
 * counters that are not shared from one that is not kept in step.
 */
const variations = ['one-operation', 'one-at-a-time'] as const satisfies readonly Phase[];

/** Whether more was admitted than may be. */
export function isExceeded({ findings }: QuotaJudgement): boolean {
  return findings.some(({ requirement }) => excesses.has(requirement));
}

/** Spends the quota again in another way each time, from a fresh window or with a fresh key. */
export async function varyAfterExcess(bench: Bench, keys: readonly number[], freshKeys: readonly number[]) {
  const [usedKey = 0] = keys;
  const fresh = [...freshKeys];
  for (const phase of variations) {
    const key = fresh.shift() ?? usedKey;
    await waitOutWindow(bench, key);
    const size = bench.plan.perMinute + overshootOf(bench);
    if (phase === 'one-operation') {
      await sendLists(bench, key, phase, size);
    } else {
      await sendInTurn(bench, key, phase, size);
    }
  }
}

/** A whole window from the last request: what admits too much may be wrong about its `Reset` as well. */
async function waitOutWindow(bench: Bench, key: number): Promise<void> {
  const last = bench.lastAnswered(key);
  if (last !== null) {
    const atMs = bench.timeline.answeredAtMs(last);
    bench.expectedEndMs = Math.max(bench.expectedEndMs, atMs + bench.plan.minuteMs);
    await bench.waitOut(atMs, bench.plan.minuteMs, 'a full quota, to find the likely cause of the excess');
  }
}

async function sendLists(bench: Bench, key: number, phase: Phase, size: number): Promise<void> {
  const { plan } = bench;
  const mostRefused = plan.refusedInARow - bench.refusedInARow(key);
  if (mostRefused > 0) {
    const lists = Array.from({ length: size }, (): Operation => 'listPets');
    await bench.burst(key, phase, lists, { connections: plan.connections, mostRefused });
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
    const index = await bench.send(key, operation, phase, position % width);
    refused = isRefusal(bench.timeline.status(index)) ? refused + 1 : 0;
  }
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
