import { farIds } from '../arbitraries/int64.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isLarge } from '../exchange/request-description.ts';
import { getPet, listPets } from '../target/api-request.ts';
import type { OutgoingRequest } from '../target/target.ts';
import type { Deviation } from '../verdict/finding.ts';
import type { Level } from '../verdict/requirement.ts';
import {
  type Answer,
  answerOf,
  isCutOff,
  isDropped,
  isKeyRefused,
  isOutOfOrder,
  isStalled,
} from './answer.ts';
import { assume, Unanswered, Violation } from './outcome.ts';
import type { Session } from './session.ts';

/** By default the received value is the response in one line. */
type DeviationOfAnswer = Omit<Deviation, 'actual'> & Partial<Pick<Deviation, 'actual'>>;

/** The expected response for each status that a check can expect. */
const expectedResponses = {
  200: '200 and an array of Pet',
  201: '201 and a Pet',
  400: '400 with an Error body',
  401: '401 with an Error body',
  404: '404 with an Error body',
} as const;

export type ExpectedStatus = keyof typeof expectedResponses;

/**
 * A response that was attributed to another request arrives within this time, or twice that of the slowest response so
 * far.
 */
const confirmingMs = 100;
const mostConfirmingMs = 2000;

/** How often a request is repeated whose connection was dropped: some are lost on any way. */
const dropsToConfirm = 3;

/** Whether a request without a valid key was served. */
function isServedWithoutKey({ request, response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return ['none', 'invalid', 'revoked-key'].includes(request.credential) && status >= 200 && status < 300;
}

/** Sends requests for one requirement, confirms suspicious responses, and reports deviations. */
export class Inquiry {
  readonly requirement: string;
  readonly level: Level;
  readonly session: Session;
  /** The number of the newest exchange that was refused, or 0. */
  newestRefusal = 0;

  constructor(requirement: string, level: Level, session: Session) {
    this.requirement = requirement;
    this.level = level;
    this.session = session;
  }

  /**
   * Sends a request and resolves with its answer.
   *
   * @param isFresh whether to send it on a new connection
   * @throws {Unanswered} without a response, or after 429s only.
   * @throws {Violation} if the service drops the connection for this request every time.
   */
  async send(request: OutgoingRequest, isFresh = false): Promise<Answer> {
    const place = `${request.method} ${request.target.split('?')[0]?.split('/')[1] ?? ''}`;
    assume(
      !this.session.isSilent(place),
      `${request.method} ${request.targetShownAs ?? request.target} was not sent: three ${request.method} requests in a row timed out`,
      Unanswered,
    );
    assume(!this.session.isGone, 'not sent: the service stopped responding', Unanswered);
    const refusals = `429 for ${request.credential}`;
    assume(
      !this.session.isSilent(refusals),
      'not sent: the service kept returning 429, for longer than the run waits',
      Unanswered,
    );
    const exchange = await this.#confirmed(request, await this.#sendUntilWhole(request, isFresh));
    this.session.noteSilence(place, exchange.failure?.code === 'timeout');
    const answer = answerOf(exchange, (failure) => {
      // A check can't read an incomplete body.
      const what = `${request.method} ${exchange.request.target}`;
      throw new Unanswered(`the response to ${what} could not be read completely: ${failure}`);
    });
    if (answer === null) {
      await this.#expectNoDrop(request, exchange);
      throw new Unanswered(
        `${request.method} /${place.split(' ')[1]} returned no response: ${exchange.failure?.detail ?? 'unknown failure'}`,
      );
    }
    this.newestRefusal = answer.status >= 400 ? exchange.number : this.newestRefusal;
    this.session.noteSilence(refusals, answer.status === 429);
    if (isOutOfOrder(exchange) && (await this.#isOutOfOrderForAll(request))) {
      throw new Unanswered(
        `the service was unavailable: it kept returning ${answer.status}, also to another request`,
      );
    }
    assume(
      answer.status !== 429,
      'the service kept returning 429, for longer than the run waits for one request',
      Unanswered,
    );
    return answer;
  }

  /**
   * A truncated response, one of a service that is briefly unavailable, or a 401 for the valid key is requested again on
   * another connection. One that is truncated every time counts only if another response in between is not.
   */
  async #sendUntilWhole(request: OutgoingRequest, isFresh: boolean): Promise<Exchange> {
    const { session } = this;
    const send = (fresh: boolean) => session.target.send(request, this.requirement, { fresh });
    let exchange = await send(isFresh);
    for (let repeats = 0; repeats < 2 && isOutOfOrder(exchange) && session.mayRepeat(); repeats += 1) {
      exchange = await send(true);
    }
    // A rule reports the 401; the repeated request decides the check.
    if (isKeyRefused(exchange) && session.mayRepeat()) {
      exchange = await send(true);
    }
    const isKnown = session.findingsOf('responses/media-type').some(({ kind }) => kind === 'broken-off');
    for (let repeats = 0; repeats < 3 && isCutOff(exchange) && !isKnown; repeats += 1) {
      if (!session.mayRepeat() || !(await this.#isControlWhole(request))) {
        return exchange;
      }
      exchange = await send(true);
    }
    if (isStalled(exchange) && this.session.mayRepeatStalled()) {
      const control = await this.#listOne();
      return control.failure === null ? await send(true) : exchange;
    }
    return exchange;
  }

  /**
   * An accepted invalid key, or the response to another request, is a severe finding, but a desynchronised connection
   * looks the same. So the request is repeated on a fresh connection beside that one. If the result differs, the first
   * one counts only if nothing followed on its connection, because that would have been its response.
   */
  async #confirmed(request: OutgoingRequest, exchange: Exchange): Promise<Exchange> {
    const { session } = this;
    const isServed = isServedWithoutKey(exchange);
    const held = session.held(exchange);
    if (!session.isReused(exchange) || !(isServed || held.length > 0)) {
      return exchange;
    }
    const again = async (): Promise<Exchange> =>
      session.target.send(request, this.requirement, { fresh: true, beside: true });
    let second: Exchange | null = null;
    if (request.method === 'GET' && session.mayRepeat()) {
      second = await again();
      const { number } = second;
      const recurs = held.every(({ requirement, kind }) =>
        session.findingsOf(requirement).some((other) => other.exchange === number && other.kind === kind),
      );
      if (isServed ? isServedWithoutKey(second) : recurs) {
        session.settle(exchange);
        return exchange;
      }
    }
    await session.pause(Math.min(confirmingMs + 2 * session.slowestMs, mostConfirmingMs));
    if (session.target.isDesynchronised(exchange.connection)) {
      session.dismiss(exchange);
      return second ?? (await again());
    }
    session.settle(exchange);
    return exchange;
  }

  /**
   * A service that is unavailable to all requests proves nothing about a requirement. Another operation distinguishes
   * this from an operation that always fails.
   */
  async #isOutOfOrderForAll(request: OutgoingRequest): Promise<boolean> {
    if (this.session.mayRepeat()) {
      this.session.outOfOrder = isOutOfOrder(await this.#askElsewhere(request));
    }
    return this.session.outOfOrder;
  }

  async #isControlWhole(request: OutgoingRequest): Promise<boolean> {
    const { response, failure } = await this.#askElsewhere(request);
    return response !== null && failure === null;
  }

  /** Sends a plain request of another operation. */
  #askElsewhere({ method, target }: OutgoingRequest): Promise<Exchange> {
    const isList = method === 'GET' && /^\/pets(?:\?|$)/.test(target);
    return isList
      ? this.session.target.send(getPet(farIds.ofConfirmations, this.session.key), this.requirement)
      : this.#listOne();
  }

  #listOne(): Promise<Exchange> {
    return this.session.target.send(listPets({ limit: 1 }, this.session.key), this.requirement);
  }

  /**
   * A broken connection proves nothing about a requirement, unless it breaks repeatedly for this request only, while
   * others in between succeed.
   */
  async #expectNoDrop(request: OutgoingRequest, first: Exchange): Promise<void> {
    // A server may close the connection to refuse a large body (RFC 9112 section 9.6).
    const isPermitted =
      this.level === 'OBSERVE' || (typeof request.body === 'string' && isLarge(request.body));
    if (isPermitted || !isDropped(first) || !this.session.mayRepeat()) {
      return;
    }
    let control = first;
    let again = first;
    for (let repeats = 0; repeats < dropsToConfirm; repeats += 1) {
      control = await this.#listOne();
      if (control.response === null) {
        return;
      }
      again = await this.session.target.send(request, this.requirement);
      if (!isDropped(again)) {
        return;
      }
    }
    throw new Violation(this.requirement, again, {
      kind: 'dropped',
      message: `The service drops the connection without a response, ${dropsToConfirm + 1} times in a row`,
      expected: 'a response',
      actual: again.failure?.detail ?? 'no response',
      related: [{ role: 'control', exchange: control.number }],
    });
  }

  /** @throws {Violation} */
  violated(answer: Answer, deviation: DeviationOfAnswer): never {
    throw new Violation(this.requirement, answer.exchange, { actual: answer.summary, ...deviation });
  }

  /**
   * @param what the request, as the subject of the message
   * @param options `kind` is the prefix of the kind of the deviation, before the received status
   * @throws {Violation} for a response with another status.
   */
  expectStatus(
    answer: Answer,
    status: ExpectedStatus,
    what: string,
    options: Partial<Pick<Deviation, 'kind' | 'related'>> = {},
  ): void {
    if (answer.status !== status) {
      this.violated(answer, {
        kind: `${options.kind ?? 'status'}-${answer.status}`,
        message: `${what} returned ${answer.status}`,
        expected: expectedResponses[status],
        related: options.related ?? [],
      });
    }
  }

  /** Reports a violation, unless its exchange may have the response to another request. */
  report({ requirement, exchange, deviation }: Violation): void {
    const { session } = this;
    if (!session.isReused(exchange) || !session.target.isDesynchronised(exchange.connection)) {
      session.report({ requirement, exchange: exchange.number, related: [], ...deviation });
    }
  }
}
