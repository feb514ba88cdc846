import { isRefusal } from '../refusal-fields.ts';
import type { Bench } from './bench.ts';
import { MeasurementEnded } from './measurement.ts';

/**
 * Ends a measurement whose burst a further place did not take part in: it answered nothing, rejected the key, or
 * returned what neither serves nor limits a request.
 *
 * @param from the first entry of the burst
 * @throws {MeasurementEnded}
 */
export function assertPlacesServe(bench: Bench, key: number, from: number): void {
  const { timeline } = bench;
  // A limiter that refuses with a wrong status is no fault of the address; only 401 says that no key is known there.
  const takesPart = (index: number): boolean =>
    timeline.served(index) || (timeline.status(index) !== 401 && isRefusal(timeline.status(index)));
  for (let place = 1; place < bench.places; place += 1) {
    const there = bench.entriesSince(key, from).filter((index) => timeline.place(index) === place);
    if (there.length > 0 && !there.some(takesPart)) {
      const status = there.map(timeline.status).findLast((status) => status !== 0) ?? 0;
      throw new MeasurementEnded({ kind: 'place', key, status, place });
    }
  }
}
