import type { TimelineEntry } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { clockWindows } from './clock-windows.ts';
import { allowanceOf } from './limiter-model.ts';
import { admissionsOnly, allDecisions, allThatWasSaid } from './permitted-limiters.ts';
import { requestWindows } from './request-windows.ts';
import { slidingLog } from './sliding-log.ts';
import { roundingMs, type WindowLabel } from './window-labels.ts';

/** Windows as they are announced, and an entry of each of two consecutive ones. */
export interface ShortWindow {
  readonly windowMs: number;
  readonly entry: TimelineEntry;
  readonly before: TimelineEntry;
}

/** The first request of a window is among the first that announce its end. */
const mostLookedAt = 3;
/** A window shorter than this share of a minute is not one of a minute. */
const leastShare = 0.2;

/**
 * The length of shorter windows than the plan's that explains decisions and announcements which the plan's own windows
 * do not, or `null`.
 */
export function shortWindow(judged: Case): ShortWindow | null {
  const { keys, allowance } = judged;
  const fixed = [clockWindows, requestWindows];
  const isAsLong = fixed.some((model) => model.explains(keys, allowance, allThatWasSaid));
  const isGrantedTwice = !slidingLog.explains(keys, { ...allowance, tickMs: 0 }, admissionsOnly);
  if (isAsLong || !isGrantedTwice) {
    return null;
  }
  for (const candidate of keys.flatMap((key) => [
    ...distances(key.labels, allowance.windowMs),
    ...lengths(judged, key),
  ])) {
    const shorter = allowanceOf(allowance.limit, candidate.windowMs);
    const explained =
      fixed.some((model) => model.explains(keys, shorter, allThatWasSaid)) ||
      slidingLog.explains(keys, shorter, allDecisions);
    if (explained) {
      return candidate;
    }
  }
  return null;
}

/** The lengths of windows by responses to the first request of each. */
function lengths({ plan, allowance }: Case, { labels }: JudgedKey): ShortWindow[] {
  const found: ShortWindow[] = [];
  for (const { entries, earliestMs, latestMs } of labels) {
    for (const entry of entries.slice(0, mostLookedAt)) {
      const { sentAtMs: sentMs, remaining } = entry;
      const isFirst = remaining === plan.perMinute - 1;
      if (isFirst && latestMs - sentMs < allowance.windowMs) {
        for (const share of [0.5, 0.25, 0.75]) {
          const endMs = earliestMs + share * (latestMs - earliestMs);
          found.push({ windowMs: endMs - sentMs, entry, before: entry });
        }
      }
    }
  }
  return found.filter(({ windowMs }) => windowMs >= leastShare * allowance.windowMs);
}

/** The distances between announced ends that are clearly less than one or two windows. */
function distances(labels: readonly WindowLabel[], windowMs: number): ShortWindow[] {
  const clearlyLess = windowMs - 2 * roundingMs;
  const found: ShortWindow[] = [];
  for (let position = 1; position < labels.length; position += 1) {
    const [one, other] = [labels[position - 1], labels[position]];
    const [before, entry] = [one?.entries[0], other?.entries[0]];
    if (one === undefined || other === undefined || before === undefined || entry === undefined) {
      continue;
    }
    const apart = (other.reset - one.reset) * 1000;
    for (const length of apart > windowMs + 2 * roundingMs ? [apart / 2] : [apart]) {
      if (length >= leastShare * windowMs && length < clearlyLess) {
        found.push({ windowMs: length, entry, before });
      }
    }
  }
  return found;
}
