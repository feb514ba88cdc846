import type { Timeline } from '../timeline.ts';
import { sortByTime } from './sorted-times.ts';

// The filters of typed arrays collect what they keep in an array of values first, at twice the size.

type Wanted = (index: number, position: number) => boolean;

/** The entries that are wanted, in the order in which they were recorded. */
export function entriesWhere(timeline: Timeline, wanted: (index: number) => boolean): Int32Array {
  let count = 0;
  for (let index = 0; index < timeline.length; index += 1) {
    count += wanted(index) ? 1 : 0;
  }
  const entries = new Int32Array(count);
  let next = 0;
  for (let index = 0; next < count; index += 1) {
    if (wanted(index)) {
      entries[next] = index;
      next += 1;
    }
  }
  return entries;
}

/** How many of these entries are wanted. */
export function counted(entries: Int32Array, wanted: Wanted): number {
  let count = 0;
  for (let position = 0; position < entries.length; position += 1) {
    count += wanted(entries[position] as number, position) ? 1 : 0;
  }
  return count;
}

/** The selected entries in order. Returns the same array if all are selected; callers must not change it. */
export function selected(entries: Int32Array, wanted: Wanted): Int32Array {
  const count = counted(entries, wanted);
  if (count === entries.length) {
    return entries;
  }
  const kept = new Int32Array(count);
  let next = 0;
  for (let position = 0; next < count; position += 1) {
    const index = entries[position] as number;
    if (wanted(index, position)) {
      kept[next] = index;
      next += 1;
    }
  }
  return kept;
}

/** The entries that are wanted by a name, those of each in their order; names in the order of their first. */
export function grouped<Name>(
  entries: Int32Array,
  wanted: (index: number) => boolean,
  nameOf: (index: number) => Name,
): ReadonlyMap<Name, Int32Array> {
  const sizes = new Map<Name, number>();
  for (const index of entries) {
    if (wanted(index)) {
      const name = nameOf(index);
      sizes.set(name, (sizes.get(name) ?? 0) + 1);
    }
  }
  const groups = new Map<Name, Int32Array>();
  for (const [name, size] of sizes) {
    groups.set(name, new Int32Array(size));
    sizes.set(name, 0);
  }
  for (const index of entries) {
    const name = nameOf(index);
    const group = groups.get(name);
    if (group !== undefined && wanted(index)) {
      const place = sizes.get(name) ?? 0;
      group[place] = index;
      sizes.set(name, place + 1);
    }
  }
  return groups;
}

/** The entries of some keys, in the order in which they were sent. */
export function entriesOf(timeline: Timeline, keys: readonly number[]): Int32Array {
  const entries = entriesWhere(timeline, (index) => keys.includes(timeline.key(index)));
  return sortByTime(entries, timeline.sentAtMs);
}

/** A request during which no other was under way, and what had been under way last before it. */
interface LoneRequest {
  readonly index: number;
  /** The last request before it, and those without a response when that was sent; never empty. */
  readonly before: readonly number[];
}

/** Finds them among entries in the order in which they were sent. */
export function* loneRequests(timeline: Timeline, entries: Int32Array): Generator<LoneRequest> {
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 1; position < entries.length; position += 1) {
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(entries[position - 1] as number));
    const index = entries[position] as number;
    const next = entries[position + 1];
    // A later request may overtake one that is still under way, and take what was promised to it.
    const isOvertaken = next !== undefined && timeline.sentAtMs(next) < timeline.answeredAtMs(index);
    if (timeline.sentAtMs(index) >= latestAnswerMs && !isOvertaken) {
      yield { index, before: underWay(timeline, entries, position - 1) };
    }
  }
}

/** The maximum look-back: there are fewer connections. */
const lookedBack = 4096;

function underWay(timeline: Timeline, entries: Int32Array, last: number): number[] {
  const sentMs = timeline.sentAtMs(entries[last] as number);
  const group: number[] = [];
  for (let position = last; position >= 0 && last - position < lookedBack; position -= 1) {
    const index = entries[position] as number;
    if (position === last || timeline.answeredAtMs(index) > sentMs) {
      group.push(index);
    }
  }
  return group;
}
