import type { PacedSeries, QuotaRequest } from '../quota-wire.ts';

export interface PacedParts {
  readonly now: () => number;
  /** Waits until then; rejects if the run is stopped. */
  readonly waitUntil: (atMs: number) => Promise<void>;
  /** Sends over the connection of that number; resolves with the index of the entry. */
  readonly send: (request: QuotaRequest, slot: number) => Promise<number>;
}

/** Requests under way at once: beyond that the series falls behind its schedule. */
const mostUnderWay = 64;

/**
 * Sends a series by an absolute schedule: a late request makes none after it later.
 *
 * @throws what `waitUntil` or `send` threw, when all requests under way have ended.
 */
export async function sendPaced(series: PacedSeries, parts: PacedParts): Promise<void> {
  const free = Array.from({ length: mostUnderWay }, (_, slot) => mostUnderWay - 1 - slot);
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const startedAtMs = parts.now();
  try {
    for (let count = 0; failures.length === 0; count += 1) {
      await parts.waitUntil(startedAtMs + count * series.intervalMs);
      if (free.length === 0) {
        await Promise.race(underWay);
      }
      const slot = free.pop();
      const request = slot === undefined ? null : series.next();
      if (request === null || slot === undefined) {
        break;
      }
      const sending = parts
        .send(request, slot)
        .then(series.answered, (error: unknown) => {
          failures.push(error);
        })
        .finally(() => {
          underWay.delete(sending);
          free.push(slot);
        });
      underWay.add(sending);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}
