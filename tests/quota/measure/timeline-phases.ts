import type { Phase, Timeline } from '../../../src/quota/timeline.ts';

/** The phases of one key in the order in which they began, each once. */
export function phaseOrder(timeline: Timeline, key = 1): Phase[] {
  const order: Phase[] = [];
  for (let index = 0; index < timeline.length; index += 1) {
    if (timeline.key(index) === key && order.at(-1) !== timeline.phase(index)) {
      order.push(timeline.phase(index));
    }
  }
  return order;
}

/** Where in the timeline the requests of a phase stand. */
export function indicesOf(timeline: Timeline, wanted: Phase): number[] {
  return Array.from({ length: timeline.length }, (_, index) => index).filter(
    (index) => timeline.phase(index) === wanted,
  );
}

/** How many requests of a phase were answered with a status. */
export function count(timeline: Timeline, phase: Phase, status: number): number {
  return indicesOf(timeline, phase).filter((index) => timeline.status(index) === status).length;
}
