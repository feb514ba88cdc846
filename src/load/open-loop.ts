import { LoadConnections } from './load-connections.ts';
import type { EngineParts } from './load-engine.ts';
import { inWhole, type Shard, wholeLoad } from './shards/shard-plan.ts';

/** The possible delay of timers, in ms: the last part before a start is waited for without them. */
const wakeEarlyMs = 2;
/** The maximum time until a waiting loop notices the end of the load, in ms. */
const longestSleepMs = 50;

/**
 * An open loop over undici: requests start at scheduled times, independent of responses, and latencies count from those
 * times (no coordinated omission). A start is missed if every connection is busy, or if the generator is more than a
 * second late. Resolves when all started requests have ended.
 *
 * Timers are late by a millisecond or two, so they fire early, and `setImmediate` waits for the rest while the network is
 * read. Node.js handles many simultaneous responses before anything else, so due requests are started after each.
 */
export async function runOpenLoop(parts: EngineParts, startOf: StartTimes, beginMs: number): Promise<void> {
  const { traffic, ledger, now } = parts;
  const connections = new LoadConnections(parts);
  const underWay = new Set<Promise<void>>();
  const giveUp = (intendedAtMs: number): void => ledger.missed(traffic.next(), intendedAtMs, now());
  const start = (intendedAtMs: number): void => {
    const connection = connections.take();
    if (connection === null) {
      giveUp(intendedAtMs);
      return;
    }
    const request = traffic.next();
    ledger.started(request, intendedAtMs, now());
    const sent: Promise<void> = connections.send(connection, request, intendedAtMs).finally(() => {
      underWay.delete(sent);
      starts.make();
    });
    underWay.add(sent);
  };
  const starts = dueStarts(parts, startOf, { start, giveUp }, beginMs);
  await untilOver(starts);
  await Promise.all(underWay);
  await connections.close();
}

function untilOver(starts: DueStarts): Promise<void> {
  return new Promise((resolve) => {
    const step = (): void => {
      starts.make();
      if (starts.isOver()) {
        starts.finish();
        resolve();
      } else if (starts.leftMs() > wakeEarlyMs) {
        setTimeout(step, Math.min(starts.leftMs() - wakeEarlyMs, longestSleepMs));
      } else {
        setImmediate(step);
      }
    };
    step();
  });
}

/** The handlers of a start with its scheduled time in ms. Both must return immediately. */
interface StartHandlers {
  /** It is due. */
  readonly start: (intendedAtMs: number) => void;
  /** Its start is overdue by more than a second, because the generator was too slow. */
  readonly giveUp: (intendedAtMs: number) => void;
}

/** The starts of an open loop, each handled once and in order, at the first call after its time. */
export interface DueStarts {
  /** Starts due requests, up to a bound. */
  readonly make: () => void;
  /** The time until the next start, in ms; negative if overdue. */
  readonly leftMs: () => number;
  /** Whether no starts are left. */
  readonly isOver: () => boolean;
  /** Drops the remaining due starts at the end of the load. */
  readonly finish: () => void;
}

/** The number of consecutive starts before responses and Ctrl-C are handled. */
const mostInARow = 32;
/** Starts that are overdue by more, in ms, are dropped. */
const longestOverdueMs = 1_000;

/** @param beginMs when the schedule begins; starts that were due since then are made up for */
export function dueStarts(
  { now, untilMs, signal }: Pick<EngineParts, 'now' | 'untilMs' | 'signal'>,
  startOf: StartTimes,
  { start, giveUp }: StartHandlers,
  beginMs = now(),
): DueStarts {
  let index = 0;
  let nextMs = beginMs + startOf(0);
  const take = (): number => {
    const intendedAtMs = nextMs;
    index += 1;
    nextMs = beginMs + startOf(index);
    return intendedAtMs;
  };
  return {
    isOver: () => signal.aborted || now() >= untilMs,
    leftMs: () => Math.min(nextMs, untilMs) - now(),
    make: () => {
      for (let count = 0; count < mostInARow && nextMs < untilMs && !signal.aborted; count += 1) {
        const overdueMs = now() - nextMs;
        if (overdueMs < 0) {
          return;
        }
        (overdueMs > longestOverdueMs ? giveUp : start)(take());
      }
    },
    finish: () => {
      while (nextMs < untilMs && !signal.aborted) {
        giveUp(take());
      }
    },
  };
}

/** When an open loop starts its request number 0, 1, 2, …, in ms since its beginning. */
export type StartTimes = (number: number) => number;

/**
 * Evenly spaced starts, regardless of the responses. During the ramp the rate increases linearly from 0. The shards of a
 * load take turns at the starts of the whole.
 *
 * @param perSecond requests per second of the whole load, above 0
 */
export function startTimes(perSecond: number, rampMs: number, shard: Shard = wholeLoad): StartTimes {
  const perMs = perSecond / 1000;
  const inRamp = (perMs * rampMs) / 2;
  return (number) => {
    const index = inWhole(number, shard);
    return index < inRamp ? Math.sqrt((2 * index * rampMs) / perMs) : rampMs + (index - inRamp) / perMs;
  };
}
