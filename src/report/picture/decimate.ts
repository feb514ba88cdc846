import { maxIndex, minIndex } from 'd3-array';

/** A point of a line: time in ms (or whatever runs along the axis), and its height. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The maximum number of points of a line. */
export const mostPoints = 400;

/**
 * Reduces a line to at most `most` points (4 or more): the lowest and the highest of each part, so that no peak is lost,
 * and the first and the last.
 */
export function decimate(points: readonly Point[], most: number = mostPoints): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length <= most || first === undefined || last === undefined) {
    return points;
  }
  const stretches = Math.floor((most - 2) / 2);
  const inner = points.slice(1, -1);
  const kept: Point[] = [first];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * inner.length) / stretches);
    const to = Math.floor(((stretch + 1) * inner.length) / stretches);
    kept.push(...extremes(inner.slice(from, to)));
  }
  return [...kept, last];
}

function extremes(points: readonly Point[]): readonly Point[] {
  const [lowest = 0, highest = 0] = [minIndex(points, ({ y }) => y), maxIndex(points, ({ y }) => y)];
  return points.filter((_, index) => index === lowest || index === highest);
}
