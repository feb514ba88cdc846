import type { HeaderList } from '../../../../src/exchange/exchange.ts';
import type { RefusedCreations } from '../../../../src/quota/quota-wire.ts';
import { type AnswerFigures, answerFigures, noFigures } from '../../../../src/quota/refusal-fields.ts';
import type { TimelineEntry } from '../../../../src/quota/timeline.ts';
import type { ServiceAnswer } from '../service/limited-service.ts';

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

/** What became of the creations of a measurement, as the lists of phase `effect` show it: all of them whole. */
export class Creations {
  readonly #refused: { readonly entry: TimelineEntry; readonly addsAnimal: boolean }[] = [];
  #accepted = false;
  #list: TimelineEntry | null = null;
  /** How many creations were refused before the list. */
  #refusedBefore = 0;

  /** Notes the response of an entry of the timeline. */
  note(entry: TimelineEntry, answer: ServiceAnswer): void {
    if (entry.operation === 'createPet') {
      this.#accepted ||= answer.status === 201;
      if (answer.status === 429) {
        this.#refused.push({ entry, addsAnimal: answer.addsAnimal });
      }
    } else if (entry.phase === 'effect' && entry.operation === 'listPets' && answer.status === 200) {
      this.#list = entry;
      this.#refusedBefore = this.#refused.length;
    }
  }

  shown(): RefusedCreations {
    const list = this.#list;
    const carriedOut = this.#refused.slice(0, this.#refusedBefore).filter(({ addsAnimal }) => addsAnimal);
    return {
      refused: this.#refused.map(({ entry }) => entry),
      carriedOut: carriedOut.map(({ entry }) => ({ creation: entry, list: list ?? entry })),
      completeList: this.#accepted ? list : null,
    };
  }
}
