import type { LargeBodies } from '../target/large-bodies.ts';
import { LoadConnections } from './load-connections.ts';
import type { EngineParts } from './load-engine.ts';
import type { StartSchedule } from './start-schedule.ts';

/** Timers fire up to so much too late: the last stretch before a start is waited for without them, in ms. */
const wakeEarlyMs = 2;

/**
 * An open loop over undici: requests start at the times of the schedule, whatever the answers do, and their latency
 * counts from those times (no coordinated omission). Where every connection is busy the start is missed, and counted.
 * Resolves when everything that was started has ended.
 *
 * A timer alone is late by a millisecond or two. So it wakes early, and the rest is waited for by `setImmediate`,
 * which lets what comes in from the network through.
 */
export async function runOpenLoop(
  parts: EngineParts,
  schedule: StartSchedule,
  largeBodies: LargeBodies,
): Promise<void> {
  const connections = new LoadConnections(parts, largeBodies);
  const underWay = new Set<Promise<void>>();
  await startAll(parts, schedule, (intendedAtMs) => {
    const request = parts.traffic.next();
    const connection = connections.take();
    if (connection === null) {
      parts.sink.missed(request, intendedAtMs, parts.now());
      return;
    }
    parts.sink.started(request, intendedAtMs, parts.now());
    const sent: Promise<void> = connections
      .send(connection, request, intendedAtMs)
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  });
  await Promise.all(underWay);
  await connections.close();
}

/** Calls `start` at every time of the schedule until the load is over. */
function startAll(
  { now, untilMs, signal }: EngineParts,
  schedule: StartSchedule,
  start: (intendedAtMs: number) => void,
): Promise<void> {
  const beginMs = now();
  let index = 0;
  return new Promise((resolve) => {
    const step = (): void => {
      let nextMs = beginMs + schedule.startOf(index);
      while (nextMs <= now() && nextMs < untilMs && !signal.aborted) {
        start(nextMs);
        index += 1;
        nextMs = beginMs + schedule.startOf(index);
      }
      if (signal.aborted || now() >= untilMs) {
        resolve();
      } else {
        wakeAt(Math.min(nextMs, untilMs) - now(), step);
      }
    };
    step();
  });
}

function wakeAt(leftMs: number, step: () => void): void {
  if (leftMs > wakeEarlyMs) {
    setTimeout(step, Math.min(leftMs - wakeEarlyMs, 50));
  } else {
    setImmediate(step);
  }
}
