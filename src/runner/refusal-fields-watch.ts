import type { Exchange } from '../exchange/exchange.ts';
import { type AnswerFigures, answerFigures } from '../quota/wire/answer-figures.ts';
import { type Deviation, Notes } from '../watchers/notes.ts';
import type { Watch, WatchObservation, WatchResult } from '../watchers/watch.ts';

const zero = 'quota/remaining-zero';
const present = 'quota/retry-after-present';
const readable = 'quota/retry-after-readable';

/** The requirements of plan limits that one 429 decides by its own header fields, whatever limiter it comes from. */
export const refusalFieldRequirements: readonly string[] = [zero, present, readable];

/**
 * Judges the header fields of each 429 by itself, as the measurement of plan limits does: whether it says that
 * nothing is left, and when to come again. Whether that comes true only a measurement can tell.
 */
export class RefusalFieldsWatch implements Watch {
  see({ number, request, response }: Exchange): WatchResult {
    const notes = new Notes(number);
    if (response === null || response.status !== 429 || !hasGoodKey(request)) {
      return notes;
    }
    const figures = answerFigures(response.headers, (text) => text);
    if (figures.cached) {
      return notes;
    }
    // One without any rate limit fields is a matter of rate/headers-present.
    if (!Number.isNaN(figures.limit)) {
      notes.judge(zero, leftover(figures));
    }
    const isAbsent = figures.retryAfterForm === 'absent';
    notes.judge(present, isAbsent ? absence : null);
    if (!isAbsent) {
      notes.judge(readable, figures.retryAfterForm === 'unreadable' ? unreadable(figures) : null);
    }
    return notes;
  }

  unreached(): readonly string[] {
    return [];
  }

  observations(): readonly WatchObservation[] {
    return [];
  }
}

/** A limit on requests with bad keys is none of a plan. */
function hasGoodKey({ credential }: Exchange['request']): boolean {
  return credential === 'api-key' || credential.startsWith('quota-key-');
}

const absence: Deviation = {
  kind: 'absent',
  message: 'A 429 has no Retry-After',
  expected: 'a Retry-After',
  actual: 'none',
};

function leftover({ remaining }: AnswerFigures): Deviation | null {
  if (remaining === 0) {
    return null;
  }
  const expected = 'X-RateLimit-Remaining: 0';
  return Number.isNaN(remaining)
    ? {
        kind: 'no-number',
        message: 'A 429 has no X-RateLimit-Remaining that is a whole number from 0 on',
        expected,
        actual: 'none that can be read',
      }
    : {
        kind: 'not-zero',
        message: 'A 429 says that requests are left',
        expected,
        actual: `X-RateLimit-Remaining: ${remaining}`,
      };
}

function unreadable({ unreadable: text }: AnswerFigures): Deviation {
  const isFraction = /^\d+\.\d+$/.test(text ?? '');
  return {
    kind: isFraction ? 'fraction' : 'unreadable',
    message: isFraction
      ? 'Retry-After has a fraction: it is whole seconds, or an HTTP date'
      : 'Retry-After is neither whole seconds nor an HTTP date',
    expected: 'whole seconds, or an HTTP date',
    actual: `Retry-After: ${text}`,
  };
}
