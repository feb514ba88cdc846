import { setTimeout as delay } from 'node:timers/promises';
import { LoadConnections } from './load-connections.ts';
import type { EngineParts } from './load-engine.ts';
import { inWhole } from './shards/shard-plan.ts';

/** The maximum time until a waiting connection notices the end of the load, in ms. */
const longestWaitMs = 100;

/**
 * A closed loop over undici: each connection sends after the previous response. Resolves when all started requests have
 * ended. `perSecond`: the maximum rate in requests per second, or `null`; within `rampMs` the connections of the whole
 * load begin one after the other.
 */
export async function runClosedLoop(
  parts: EngineParts,
  { perSecond, rampMs }: { readonly perSecond: number | null; readonly rampMs: number },
): Promise<void> {
  const { traffic, ledger, now, untilMs, signal, shard, allConnections } = parts;
  const connections = new LoadConnections(parts);
  const beginMs = now();
  const pace = paceOf(perSecond, beginMs);
  const isOver = (): boolean => signal.aborted || now() >= untilMs;
  const waitUntil = async (atMs: number): Promise<void> => {
    for (let leftMs = atMs - now(); leftMs > 0 && !isOver(); leftMs = atMs - now()) {
      await delay(Math.min(leftMs, longestWaitMs));
    }
  };
  const loop = async (index: number): Promise<void> => {
    await waitUntil(beginMs + (inWhole(index, shard) * rampMs) / allConnections);
    for (;;) {
      await waitUntil(pace(now()));
      const connection = isOver() ? null : connections.take();
      if (connection === null) {
        return;
      }
      const request = traffic.next();
      const startMs = now();
      ledger.started(request, startMs, startMs);
      await connections.send(connection, request, startMs);
    }
  };
  await Promise.all(Array.from({ length: parts.connections }, (_, index) => loop(index)));
  await connections.close();
}

/** Schedules starts evenly; unused starts are not made up for. */
function paceOf(perSecond: number | null, beginMs: number): (nowMs: number) => number {
  if (perSecond === null) {
    return (nowMs) => nowMs;
  }
  const intervalMs = 1000 / perSecond;
  let nextMs = beginMs;
  return (nowMs) => {
    const startMs = Math.max(nextMs, nowMs);
    nextMs = startMs + intervalMs;
    return startMs;
  };
}
