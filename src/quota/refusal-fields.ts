import type { HeaderList } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import type { Deviation } from '../verdict/finding.ts';
import type { TimelineEntry } from './timeline.ts';

const zero = 'quota/remaining-zero';
const present = 'quota/retry-after-present';
const readable = 'quota/retry-after-readable';
/** The requirements of plan limits that one 429 decides by its own header fields, whatever limiter it comes from. */
export const refusalFieldRequirements: readonly string[] = [zero, present, readable];

/** The requirements that the fields of one 429 are evidence for, each with its deviation or `null`. */
export function refusalFields(
  figures: Pick<TimelineEntry, 'limit' | 'remaining' | 'retryAfterForm' | 'unreadable'>,
): (readonly [requirement: string, deviation: Omit<Deviation, 'related'> | null])[] {
  const { limit, remaining, retryAfterForm, unreadable } = figures;
  const isAbsent = retryAfterForm === 'absent';
  return [
    // One without any rate limit fields is a matter of rate/headers-present.
    ...(Number.isNaN(limit) ? [] : [[zero, leftover(remaining)] as const]),
    [present, isAbsent ? absence : null],
    ...(isAbsent
      ? []
      : [[readable, retryAfterForm === 'unreadable' ? unreadableWait(unreadable ?? '') : null] as const]),
  ];
}

const absence: Deviation = {
  kind: 'absent',
  message: 'A 429 has no Retry-After',
  expected: 'a Retry-After',
  actual: 'none',
};

function leftover(remaining: number): Deviation | null {
  if (remaining === 0) {
    return null;
  }
  const isUnreadable = Number.isNaN(remaining);
  return {
    kind: isUnreadable ? 'no-number' : 'not-zero',
    message: isUnreadable
      ? 'A 429 has no X-RateLimit-Remaining that is a whole number'
      : `A 429 has X-RateLimit-Remaining: ${remaining}`,
    expected: 'X-RateLimit-Remaining: 0',
    actual: isUnreadable ? 'none that can be read' : `X-RateLimit-Remaining: ${remaining}`,
  };
}

function unreadableWait(text: string): Deviation {
  const isFraction = /^\d+\.\d+$/.test(text);
  return {
    kind: isFraction ? 'fraction' : 'unreadable',
    message: isFraction
      ? 'Retry-After has a fraction; it must be whole seconds or an HTTP date'
      : 'Retry-After is neither whole seconds nor an HTTP date',
    expected: 'whole seconds, or an HTTP date',
    actual: `Retry-After: ${text}`,
  };
}

/** Whether a status is 429, may replace it for a limit or a ban, or rejects the key. */
export function isRefusal(status: number): boolean {
  return status === 429 || status === 401 || status === 403 || status >= 500;
}

/** The header data of one response in a timeline. */
export type AnswerFigures = Pick<
  TimelineEntry,
  'limit' | 'remaining' | 'reset' | 'retryAfterForm' | 'retryAfterMs' | 'unreadable' | 'dateMs' | 'cached'
>;

/** The number of kept characters of an unreadable value. */
const keptCharacters = 80;

/** Reads them. `redact` masks unreadable values. */
export function answerFigures(headers: HeaderList, redact: (text: string) => string): AnswerFigures {
  const fields = readRateFields(headers);
  const { form, ms, text } = fields.retryAfter;
  const isUnreadable = form === 'unreadable' || form === 'fraction';
  const unreadableReset = fields.resetFigure === null ? fields.reset.join(', ') : '';
  const hasUnreadable = isUnreadable || (fields.reset.length > 0 && fields.resetFigure === null);
  return {
    limit: fields.limitFigure ?? Number.NaN,
    remaining: fields.remainingFigure ?? Number.NaN,
    reset: fields.resetFigure ?? Number.NaN,
    retryAfterForm: isUnreadable ? 'unreadable' : form,
    retryAfterMs: isUnreadable ? Number.NaN : ms,
    unreadable: hasUnreadable ? redact(isUnreadable ? text : unreadableReset).slice(0, keptCharacters) : null,
    dateMs: fields.dateMs ?? Number.NaN,
    cached: fields.cached,
  };
}

/** The figures of a response without header fields. */
export const noFigures: AnswerFigures = answerFigures([], (text) => text);
