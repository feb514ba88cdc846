import type { HeaderList } from '../../exchange/exchange.ts';
import { headerValues } from '../../exchange/headers.ts';
import { dateOf, readDate } from '../../target/retry-after.ts';
import type { RetryAfterForm, TimelineEntry } from '../timeline.ts';

/** What a timeline keeps of the headers of one answer. */
export type AnswerFigures = Pick<
  TimelineEntry,
  'limit' | 'remaining' | 'reset' | 'retryAfterForm' | 'retryAfterMs' | 'unreadable' | 'dateMs' | 'cached'
>;

/** The figures of a request that brought no answer. */
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
  const limit = wholeNumber(headers, 'x-ratelimit-limit');
  const remaining = wholeNumber(headers, 'x-ratelimit-remaining');
  const reset = wholeNumber(headers, 'x-ratelimit-reset');
  const retryAfter = retryAfterOf(headers);
  const unreadable = retryAfter.form === 'unreadable' ? retryAfter.text : reset.unreadable;
  return {
    limit: limit.figure,
    remaining: remaining.figure,
    reset: reset.figure,
    retryAfterForm: retryAfter.form,
    retryAfterMs: retryAfter.ms,
    unreadable: unreadable === null ? null : redact(unreadable).slice(0, keptCharacters),
    dateMs: dateOf(headers) ?? Number.NaN,
    cached: headerValues(headers, 'age').some((age) => Number(age) > 0),
  };
}

interface Figure {
  readonly figure: number;
  readonly unreadable: string | null;
}

/** A repeated field says something only where it says the same. */
function wholeNumber(headers: HeaderList, name: string): Figure {
  const values = headerValues(headers, name).map((value) => value.trim());
  const [value] = values;
  if (value === undefined) {
    return { figure: Number.NaN, unreadable: null };
  }
  if (/^\d{1,15}$/.test(value) && values.every((other) => other === value)) {
    return { figure: Number(value), unreadable: null };
  }
  return { figure: Number.NaN, unreadable: values.join(', ') };
}

interface RetryAfter {
  readonly form: RetryAfterForm;
  readonly ms: number;
  readonly text: string;
}

/** RFC 9110 section 10.2.3: whole seconds from the receipt of the answer, or a date by the server's clock. */
function retryAfterOf(headers: HeaderList): RetryAfter {
  const values = headerValues(headers, 'retry-after').map((value) => value.trim());
  const [value] = values;
  if (value === undefined) {
    return { form: 'absent', ms: Number.NaN, text: '' };
  }
  const text = values.join(', ');
  if (values.some((other) => other !== value)) {
    return { form: 'unreadable', ms: Number.NaN, text };
  }
  if (/^\d{1,20}$/.test(value)) {
    return { form: 'seconds', ms: Number(value) * 1000, text };
  }
  const date = readDate(value);
  const now = dateOf(headers);
  if (date === null) {
    return { form: 'unreadable', ms: Number.NaN, text };
  }
  // The answer's own date is cut to the second: the span is too long by that, never too short.
  return { form: 'date', ms: now === null ? Number.NaN : Math.max(0, date - now), text };
}
