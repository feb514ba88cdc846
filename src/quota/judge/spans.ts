import { countWhile } from './sorted-times.ts';

/** Spans of time, each from one moment to another: ascending and apart from each other, unless said otherwise. */
export type Spans = readonly (readonly [fromMs: number, toMs: number])[];

/** Merges spans that touch, given in any order. */
export function united(spans: Spans): Spans {
  const sorted = [...spans].sort((one, other) => one[0] - other[0]);
  const apart: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = apart.at(-1);
    if (to <= from) {
      continue;
    }
    if (last !== undefined && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      apart.push([from, to]);
    }
  }
  return apart;
}

/** The parts of `spans` outside of `taken`. */
export function without(spans: Spans, taken: Spans): Spans {
  const left: [number, number][] = [];
  let first = 0;
  for (const [from, to] of spans) {
    while ((taken[first]?.[1] ?? Number.POSITIVE_INFINITY) < from) {
      first += 1;
    }
    let begin = from;
    for (let position = first; begin <= to; position += 1) {
      const [takenFrom, takenTo] = taken[position] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      if (Math.min(takenFrom, to) >= begin && takenFrom > begin) {
        left.push([begin, Math.min(takenFrom, to)]);
      }
      if (takenFrom > to) {
        break;
      }
      begin = Math.max(begin, takenTo);
      if (takenTo >= to) {
        break;
      }
    }
  }
  return left;
}

/** The parts of `spans` within one span. */
export function within(spans: Spans, fromMs: number, toMs: number): Spans {
  const first = countWhile(spans.length, (position) => (spans[position]?.[1] ?? 0) < fromMs);
  const parts: [number, number][] = [];
  for (let position = first; position < spans.length; position += 1) {
    const [from, to] = spans[position] ?? [0, 0];
    if (from > toMs) {
      break;
    }
    parts.push([Math.max(from, fromMs), Math.min(to, toMs)]);
  }
  return parts;
}
