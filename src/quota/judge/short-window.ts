import { allowanceOf } from './allowance.ts';
import type { Case } from './case.ts';
import { clockWindows } from './clock-windows.ts';
import { allDecisions, allThatWasSaid } from './permitted-limiters.ts';
import { requestWindows } from './request-windows.ts';
import { slidingLog } from './sliding-log.ts';
import { roundingMs, type WindowLabel } from './window-labels.ts';

/** Windows as they are announced, and an entry of each of two that follow each other. */
export interface ShortWindow {
  readonly windowMs: number;
  readonly entry: number;
  readonly before: number;
}

/** A window shorter than this share is none of a minute. */
const leastShare = 0.2;

/**
 * The length of windows that are shorter than the plan's, by which decisions and announcements are explained
 * that are not by the plan's own; `null` where there is none.
 */
export function shortWindow(judged: Case): ShortWindow | null {
  const { keys, allowance } = judged;
  const fixed = [clockWindows, requestWindows];
  if (fixed.some((model) => model.explains(keys, allowance, allThatWasSaid))) {
    return null;
  }
  for (const candidate of keys.flatMap(({ labels }) => distances(labels, allowance.windowMs))) {
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

/** How far the announced ends of windows are apart that are clearly less than a window, or than two. */
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
