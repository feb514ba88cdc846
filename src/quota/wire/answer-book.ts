import type { Exchange, ExchangeFailure, HeaderList } from '../../exchange/exchange.ts';
import { declaresHtml, headerValue } from '../../exchange/headers.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import { recordExchange } from '../../target/exchange-record.ts';
import type { WireAnswer, WireOutcome } from '../../target/wire-exchange.ts';
import { factsOf, type Phase } from '../quota-wire.ts';
import { answerFigures, noFigures } from '../refusal-fields.ts';
import { isServed, type TimelineEntry } from '../timeline.ts';
import type { AnimalKnowledge } from './animal-knowledge.ts';
import type { SentRequest } from './request-maker.ts';

/** The number of fully recorded exchanges, and of additional unusual ones. */
const fullRecords = 3000;
const unusualRecords = 1000;
/** The size in bytes of the bodies of a burst, beyond which its further exchanges are not recorded. */
const mostKeptBytes = 32_000_000;
/** Phases of few requests, each of which is evidence by itself. */
const singlePhases: ReadonlySet<Phase> = new Set([
  'calibrate',
  'trickle',
  'settle',
  'retry',
  'reset',
  'count',
  'effect',
  'ban',
]);

/** The inputs for recording outcomes. */
interface AnswerBookOptions {
  readonly timeline: TimelineEntry[];
  readonly knowledge: AnimalKnowledge;
  readonly redactor: Redactor;
  /** The wall-clock time, in ms since 1970, of a moment of the timeline. */
  readonly epochAtZeroMs: number;
  readonly onExchange: (exchange: Exchange) => void;
}

interface Kept {
  readonly entry: TimelineEntry;
  readonly sent: SentRequest;
  readonly outcome: WireOutcome;
  readonly reported: boolean;
}

/** Adds every outcome to the timeline at once, and records its exchange later. */
export class AnswerBook {
  readonly #options: AnswerBookOptions;
  readonly #recorded = new Set<TimelineEntry>();
  #unusual = 0;
  #kept: Kept[] = [];
  #keptBytes = 0;

  constructor(options: AnswerBookOptions) {
    this.#options = options;
  }

  /** The number of an entry's exchange, which is rebuilt and recorded if it was not reported. */
  async cited(
    entry: TimelineEntry,
    sentBy: () => SentRequest,
    record: (exchange: Exchange) => void,
  ): Promise<number> {
    if (!this.#recorded.has(entry)) {
      this.#recorded.add(entry);
      record(await this.#rebuilt(entry, sentBy()));
    }
    return entry.exchange;
  }

  /** Returns the entry. @param place where it was sent to: 0 is the base URL */
  enter(sent: SentRequest, outcome: WireOutcome, place = 0): TimelineEntry {
    const { timeline, knowledge, redactor } = this.#options;
    const { answer } = outcome;
    const entry: TimelineEntry = {
      exchange: sent.number,
      ...sent.request,
      connection: outcome.connection,
      sentAtMs: outcome.sentAtMs,
      answeredAtMs: outcome.headersAtMs ?? outcome.finishedAtMs,
      place,
      status: answer?.status ?? 0,
      page: answer !== null && isWebPage(answer, outcome.failure),
      ...(answer === null ? noFigures : answerFigures(answer.headers, (text) => redactor.redact(text))),
    };
    timeline.push(entry);
    const reported = this.#keptBytes < mostKeptBytes && this.#isReported(entry);
    if (reported) {
      this.#recorded.add(entry);
    }
    if (reported || knowledge.wants(entry)) {
      this.#kept.push({ entry, sent, outcome, reported });
      this.#keptBytes += answer?.body.length ?? 0;
    }
    return entry;
  }

  /** Records the exchanges of the entries since the last call. */
  async recordKept(): Promise<void> {
    const { knowledge, onExchange } = this.#options;
    for (let kept = this.#kept; kept.length > 0; kept = this.#kept) {
      this.#kept = [];
      this.#keptBytes = 0;
      for (const { entry, sent, outcome, reported } of kept) {
        const exchange = await this.#exchange(sent, outcome);
        if (exchange.response !== null && knowledge.wants(entry)) {
          knowledge.see(entry, sent.name, exchange.response.body);
        }
        if (reported) {
          onExchange(exchange);
        }
      }
    }
  }

  #isReported(entry: TimelineEntry): boolean {
    if (this.#options.timeline.length <= fullRecords || singlePhases.has(entry.phase)) {
      return true;
    }
    const usual = entry.status === 429 || isServed(entry);
    this.#unusual += usual ? 0 : 1;
    return !usual && this.#unusual <= unusualRecords;
  }

  /** The exchange of an entry whose response was not kept: from the timeline, with a note that it is incomplete. */
  #rebuilt(entry: TimelineEntry, sent: SentRequest): Promise<Exchange> {
    const { status, sentAtMs, answeredAtMs, connection } = entry;
    const answer = status === 0 ? null : { status, headers: headersOf(entry), body: Buffer.alloc(0) };
    const detail =
      answer === null
        ? 'no response'
        : 'body not recorded: a burst keeps only status, rate limit headers and times';
    return this.#exchange(sent, {
      sentAtMs,
      headersAtMs: answer === null ? null : answeredAtMs,
      finishedAtMs: answeredAtMs,
      connection,
      reused: false,
      receivedBytes: 0,
      headerBlock: '',
      answer,
      failure: { code: 'other', detail },
    });
  }

  #exchange(sent: SentRequest, outcome: WireOutcome): Promise<Exchange> {
    const { epochAtZeroMs, redactor } = this.#options;
    const start = {
      number: sent.number,
      check: factsOf(sent.request.phase).requirement,
      startedAt: new Date(epochAtZeroMs + outcome.sentAtMs).toISOString(),
      traceparent: sent.traceparent,
    };
    return recordExchange(start, sent.outgoing, sent.bodyBytes, outcome, redactor);
  }
}

/**
 * Whether a successful response is HTML by its media type and first character, like a login page or a captive portal:
 * then it is not from the service. Of a coded body, and of one that is too large, the media type decides.
 */
export function isWebPage(
  { status, headers, body }: WireAnswer,
  failure: ExchangeFailure | null = null,
): boolean {
  if (status < 200 || status >= 300) {
    return false;
  }
  if (!declaresHtml(headers)) {
    return false;
  }
  const isUnread =
    failure?.code === 'body-too-large' || headerValue(headers, 'Content-Encoding') !== undefined;
  return isUnread || /^(?:\u{feff})?\s*</u.test(body.toString('utf8', 0, 100));
}

function headersOf(entry: TimelineEntry): HeaderList {
  const headers: [string, string][] = [];
  const add = (name: string, figure: number) => {
    if (!Number.isNaN(figure)) {
      headers.push([name, String(figure)]);
    }
  };
  add('X-RateLimit-Limit', entry.limit);
  add('X-RateLimit-Remaining', entry.remaining);
  add('X-RateLimit-Reset', entry.reset);
  if (!Number.isNaN(entry.dateMs)) {
    headers.push(['Date', new Date(entry.dateMs).toUTCString()]);
  }
  if (entry.retryAfterForm === 'seconds') {
    add('Retry-After', entry.retryAfterMs / 1000);
  } else if (entry.retryAfterForm === 'date' && !Number.isNaN(entry.retryAfterMs + entry.dateMs)) {
    headers.push(['Retry-After', new Date(entry.dateMs + entry.retryAfterMs).toUTCString()]);
  } else if (entry.retryAfterForm === 'unreadable' && entry.unreadable !== null) {
    headers.push(['Retry-After', entry.unreadable]);
  }
  return headers;
}
