import type { LargeBodies } from '../target/collected-bytes.ts';
import { DueStarts, type StartSchedule } from './due-starts.ts';
import { LoadConnections } from './load-connections.ts';
import type { EngineParts } from './load-engine.ts';

/** The possible delay of timers, in ms: the last part before a start is awaited without them. */
const wakeEarlyMs = 2;
/** Between two looks at whether the load was ended, in ms. */
const longestSleepMs = 50;

/**
 * An open loop over undici: requests start at the times of the schedule, whatever the answers do, and their latency
 * counts from those times (no coordinated omission). Where every connection is busy the start is missed, and counted;
 * and so is one for which the generator itself is more than a second late.
 * Resolves when everything that was started has ended.
 *
 * A timer alone is late by a millisecond or two. So it wakes early, and the rest is waited for by `setImmediate`,
 * which lets what comes in from the network through. Where many answers come in at once, as they do after a service
 * stood still, Node.js hands over all of them before it looks at anything else: so what is due is started after each.
 */
export async function runOpenLoop(
  parts: EngineParts,
  schedule: StartSchedule,
  largeBodies: LargeBodies,
  beginMs: number,
): Promise<void> {
  const { traffic, sink, now } = parts;
  const connections = new LoadConnections(parts, largeBodies);
  const underWay = new Set<Promise<void>>();
  const giveUp = (intendedAtMs: number): void => sink.missed(traffic.next(), intendedAtMs, now());
  const start = (intendedAtMs: number): void => {
    const connection = connections.take();
    if (connection === null) {
      giveUp(intendedAtMs);
      return;
    }
    const request = traffic.next();
    sink.started(request, intendedAtMs, now());
    const sent: Promise<void> = connections.send(connection, request, intendedAtMs).finally(() => {
      underWay.delete(sent);
      starts.make();
    });
    underWay.add(sent);
  };
  const starts = new DueStarts(parts, schedule, { start, giveUp }, beginMs);
  await untilOver(starts);
  await Promise.all(underWay);
  await connections.close();
}

function untilOver(starts: DueStarts): Promise<void> {
  return new Promise((resolve) => {
    const step = (): void => {
      starts.make();
      if (starts.isOver) {
        starts.finish();
        resolve();
      } else if (starts.leftMs > wakeEarlyMs) {
        setTimeout(step, Math.min(starts.leftMs - wakeEarlyMs, longestSleepMs));
      } else {
        setImmediate(step);
      }
    };
    step();
  });
}
