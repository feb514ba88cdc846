import type { HeaderList } from '../../../../src/exchange/exchange.ts';
import { type AnswerFigures, answerFigures, noFigures } from '../../../../src/quota/refusal-fields.ts';
import type { TimelineEntry } from '../../../../src/quota/timeline.ts';
import type { ServiceAnswer } from '../service/service.ts';

/** Status and figures of an answer, read as the client reads them on the network. */
export function readAnswer(
  answer: ServiceAnswer,
  dateMs: number,
): Pick<TimelineEntry, 'status'> & AnswerFigures {
  const headers: HeaderList = [
    ['Date', httpDate(dateMs)],
    ['X-RateLimit-Limit', answer.limit],
    ['X-RateLimit-Remaining', answer.remaining],
    ['X-RateLimit-Reset', answer.reset],
    ...(answer.retryAfter === null ? [] : [['Retry-After', answer.retryAfter] as const]),
  ];
  return { status: answer.status, ...answerFigures(headers, (text) => text) };
}

/** A 500 that knows nothing of limits. */
export function readServerError(dateMs: number): Pick<TimelineEntry, 'status'> & AnswerFigures {
  return { status: 500, ...answerFigures([['Date', httpDate(dateMs)]], (text) => text) };
}

export const unanswered: Pick<TimelineEntry, 'status'> & AnswerFigures = { status: 0, ...noFigures };

let lastDate = { seconds: Number.NaN, text: '' };

function httpDate(atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  if (seconds !== lastDate.seconds) {
    lastDate = { seconds, text: new Date(seconds * 1000).toUTCString() };
  }
  return lastDate.text;
}
