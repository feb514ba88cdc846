import type { HeaderList } from '../../exchange/exchange.ts';
import { readRateFields } from '../../exchange/rate-fields.ts';
import type { TimelineEntry } from '../timeline.ts';

/** The header data of one response in a timeline. */
export type AnswerFigures = Pick<
  TimelineEntry,
  'limit' | 'remaining' | 'reset' | 'retryAfterForm' | 'retryAfterMs' | 'unreadable' | 'dateMs' | 'cached'
>;

export const noFigures: AnswerFigures = {
  limit: Number.NaN,
  remaining: Number.NaN,
  reset: Number.NaN,
  retryAfterForm: 'absent',
  retryAfterMs: Number.NaN,
  unreadable: null,
  dateMs: Number.NaN,
  cached: false,
};

/** Characters of an unreadable value that are kept. */
const keptCharacters = 80;

/** Reads them. `redact` is applied to what could not be read. */
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
