import type { AnimalHistory } from '../animals/animal-history.ts';
import type { AnimalWatch } from '../animals/animal-watch.ts';
import type { TagSource } from '../animals/tag.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';
import { bearer, type Credential, getPet, listPets } from '../target/api-request.ts';
import type { Target } from '../target/target.ts';
import type { Finding } from '../verdict/finding.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { Watch } from '../watchers/watch.ts';
import { acceptedStatus, animalCreated } from './answer.ts';
import { type CaseAmounts, caseAmounts, extentOf, showsAmpleLimit } from './case-amounts.ts';
import type { RunOptions } from './run-options.ts';

/** What the response to another request violates, or one that nobody asked for: beginnings of requirement and kind. */
const othersAnswer: readonly string[] = [
  'get/id-matches other-id',
  'get/returns-created another-animal',
  'errors/',
  'responses/',
  'rate/headers-present',
];

function isOfOthersAnswer({ requirement, kind }: Finding): boolean {
  return othersAnswer.some((start) => `${requirement} ${kind}`.startsWith(start));
}

/** The maximum number of requests of a run that are repeated to confirm their result. */
const mostRepeats = 24;
const mostRepeatsOfStalled = 3;
/** The number of cases, most of which return an error, between two valid requests. */
const betweenLooks = 24;
/** The number of requests without a response after which the run stops, each sent after the one before had failed. */
const unansweredToBeGone = 20;

type SessionParts = Pick<
  Session,
  'options' | 'target' | 'animalWatch' | 'pause' | 'tags' | 'workingCategories' | 'record'
> & { readonly watches: readonly Watch[] };

/** The state that all checks of a run share. */
export class Session {
  readonly options: RunOptions;
  readonly target: Target;
  readonly history: AnimalHistory;
  /** Follows the animals of the run. */
  readonly animalWatch: AnimalWatch;
  /** Waits that many ms; throws as soon as the run is stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly tags: TagSource;
  /** Accepted categories, most preferred first. */
  readonly workingCategories: readonly bigint[];
  /** The key of the run, in the documented form. */
  readonly key: Credential;
  readonly record: (event: RunEvent) => void;
  /** Accepted creations of plain values by status: the controls of rejected ones. */
  readonly acceptedCreations = new Map<string, Exchange>();
  /** Whether the service was unavailable at the last attempt (502, 503, 504). */
  outOfOrder = false;
  /** Cookies that the service has set on answers to the key, by their names. */
  readonly cookies = new Map<string, string>();
  /** How long a new animal has been seen to stay out of the list, in ms. */
  listLagMs = 0;
  /** Whether some list did not show a new animal within the consistency grace. */
  waitedInVain = false;
  /** Whether a request with a bad key or none returned 429: a few more could get this address banned. */
  limitsBadKeys = false;
  /** How many cases of each table the run sends. */
  amounts: CaseAmounts;
  /** The newest exchange that succeeded with the key, and the shortest and longest duration of any of them in ms. */
  lastServed: Exchange | null = null;
  quickestMs = Number.POSITIVE_INFINITY;
  #quickestCreationMs: number | null = null;
  slowestMs = 0;
  #elapsedMs = 0;
  #furtherCases = 0;
  #isAmple = false;
  #repeats = 0;
  #repeatsOfStalled = 0;
  #unanswered = 0;
  #unansweredUntilMs = Number.NEGATIVE_INFINITY;
  /** By connection, the first exchange on it. */
  readonly #firstOn = new Map<number, number>();
  readonly #held = new Map<Exchange, readonly Finding[]>();
  readonly #watches: readonly Watch[];
  readonly #findings = new Map<string, Finding[]>();
  readonly #silentOperations = new Map<string, number>();

  /** @param parts `watches`: the other watches of the run, which see each exchange */
  constructor(parts: SessionParts) {
    this.options = parts.options;
    this.target = parts.target;
    this.animalWatch = parts.animalWatch;
    this.history = parts.animalWatch.history;
    this.pause = parts.pause;
    this.tags = parts.tags;
    this.workingCategories = parts.workingCategories;
    this.record = parts.record;
    // The history is last, because it parses values exactly, which is slow.
    this.#watches = [...parts.watches, parts.animalWatch];
    this.amounts = caseAmounts(parts.options.effort, 'usual');
    this.key = bearer(parts.options.apiKey, 'api-key', '$ANIMAL_STORE_API_KEY');
  }

  /** Shows an exchange to every watch, and records it with their findings. */
  witness(exchange: Exchange): void {
    this.#elapsedMs = Math.max(this.#elapsedMs, exchange.finishedAtMs);
    this.#countUnanswered(exchange);
    const results = this.#watches.map((watch) => watch.see(exchange));
    this.record({ type: 'exchange', exchange, touched: results.flatMap((result) => result.touched) });
    this.#keepCookies(exchange);
    this.#keepPace(exchange);
    const created = animalCreated(exchange);
    if (created !== null) {
      this.record(created);
    }
    if (!this.#firstOn.has(exchange.connection)) {
      this.#firstOn.set(exchange.connection, exchange.number);
    }
    const findings = results.flatMap((result) => result.findings);
    if (this.isReused(exchange) && findings.some((finding) => this.#mayBeOfOthersAnswer(finding))) {
      this.#held.set(exchange, findings);
    } else {
      findings.forEach((finding) => {
        this.report(finding);
      });
    }
  }

  /** Concurrent requests count once: a busy service may have no connection for all of them. */
  #countUnanswered({ response, sentAtMs, finishedAtMs }: Exchange): void {
    if (response !== null) {
      this.#unanswered = 0;
    } else if (this.#unanswered === 0 || sentAtMs >= this.#unansweredUntilMs) {
      this.#unanswered += 1;
      this.#unansweredUntilMs = finishedAtMs;
    }
  }

  /** Whether a desynchronised connection explains the finding, and no other exchange has shown the violation. */
  #mayBeOfOthersAnswer(finding: Finding): boolean {
    return (
      isOfOthersAnswer(finding) &&
      !this.findingsOf(finding.requirement).some((known) => known.kind === finding.kind)
    );
  }

  /** Whether an exchange was not the first on its connection. */
  isReused({ connection, number }: Exchange): boolean {
    return this.#firstOn.get(connection) !== number;
  }

  /** Why an exchange may have the response to another request. None of its findings is reported before `settle`. */
  held(exchange: Exchange): readonly Finding[] {
    return (this.#held.get(exchange) ?? []).filter(isOfOthersAnswer);
  }

  /** Reports the pending findings of an exchange, or of all whose connection is not desynchronised. */
  settle(exchange?: Exchange): void {
    for (const [held, findings] of this.#held) {
      if (exchange === undefined ? !this.target.isDesynchronised(held.connection) : exchange === held) {
        this.#held.delete(held);
        findings.forEach((finding) => {
          this.report(finding);
        });
      }
    }
  }

  /** Drops the pending findings of an exchange with a desynchronised connection. */
  dismiss(exchange: Exchange): void {
    this.#held.delete(exchange);
  }

  /** Shows an exchange of the preflight to every watch. */
  recall(exchange: Exchange): void {
    for (const finding of this.#watches.flatMap((watch) => watch.see(exchange).findings)) {
      this.#keep(finding);
    }
    this.#keepPace(exchange);
    const status = acceptedStatus(exchange);
    if (status !== null) {
      this.acceptedCreations.set(status, exchange);
    }
  }

  #keepPace(exchange: Exchange): void {
    const { request, response, sentAtMs, finishedAtMs } = exchange;
    this.limitsBadKeys ||= response?.status === 429 && ['none', 'invalid'].includes(request.credential);
    if (request.credential === 'api-key' && response !== null && response.status < 300) {
      const durationMs = finishedAtMs - sentAtMs;
      this.lastServed = exchange;
      this.quickestMs = Math.min(this.quickestMs, durationMs);
      this.slowestMs = Math.max(this.slowestMs, durationMs);
      if (request.method === 'POST') {
        this.#quickestCreationMs = Math.min(this.#quickestCreationMs ?? durationMs, durationMs);
      }
      this.#keepAmounts(exchange);
    }
  }

  /** Anew with each response, because a service may be slow at first. */
  #keepAmounts(served: Exchange): void {
    const { effort, minuteMs } = this.options;
    this.#isAmple ||= showsAmpleLimit(served, minuteMs);
    const pace = { any: this.quickestMs, creation: this.#quickestCreationMs };
    this.amounts = caseAmounts(effort, extentOf(pace, this.#isAmple));
  }

  #keepCookies({ request, response }: Exchange): void {
    const fields = request.credential === 'api-key' && response !== null ? response.headers : [];
    for (const value of headerValues(fields, 'Set-Cookie')) {
      const [, name, content] =
        /^\s*([^=;\s]{1,100})=([\x21-\x3a\x3c-\x7e]{0,1000})(?:;|$)/.exec(value) ?? [];
      if (name !== undefined && content !== undefined && this.cookies.size < 10) {
        this.cookies.set(name, content);
      }
    }
  }

  /** After many errors, sends a valid request: its response shows state that they left behind. */
  async lookBehind(): Promise<void> {
    this.#furtherCases += 1;
    const turn = this.#furtherCases / betweenLooks;
    if (Number.isInteger(turn) && !this.isGone) {
      const [oldest] = this.history.created;
      const isReading = turn % 2 === 0 && oldest !== undefined;
      const request = isReading ? getPet(oldest.id, this.key) : listPets({ limit: 3 }, this.key);
      await this.target.send(request, 'list/returns-pets');
    }
  }

  report(finding: Finding): void {
    this.#keep(finding);
    this.record({ type: 'finding', finding });
  }

  #keep(finding: Finding): void {
    const known = this.#findings.get(finding.requirement) ?? [];
    this.#findings.set(finding.requirement, known);
    known.push(finding);
  }

  findingsOf(requirement: string): readonly Finding[] {
    return this.#findings.get(requirement) ?? [];
  }

  /** The reasons why a requirement of every response is undecided. */
  undecided(requirement: string): string[] {
    return this.#watches.flatMap((watch) => watch.undecided?.(requirement) ?? []);
  }

  /** The observations of the watches for an OBSERVE requirement. */
  observations(requirement: string) {
    return this.#watches
      .flatMap((watch) => watch.observations())
      .filter((observation) => observation.requirement === requirement);
  }

  /** Counts timeouts of a method and path, or lasting 429s, in a row; from the third on checks do not ask again. */
  noteSilence(operation: string, silent: boolean): void {
    this.#silentOperations.set(operation, silent ? (this.#silentOperations.get(operation) ?? 0) + 1 : 0);
  }

  /** The end of the newest exchange, in ms since the start of the run. */
  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** Whether a request may be repeated for confirmation; not if the service is broken throughout. */
  mayRepeat(): boolean {
    this.#repeats += 1;
    return this.#repeats <= mostRepeats;
  }

  /** Like `mayRepeat`, after a truncated body: a repetition may take as long as the time-out. */
  mayRepeatStalled(): boolean {
    this.#repeatsOfStalled += 1;
    return this.#repeatsOfStalled <= mostRepeatsOfStalled;
  }

  /** Whether the service stopped responding. */
  get isGone(): boolean {
    return this.#unanswered >= unansweredToBeGone;
  }

  isSilent(operation: string): boolean {
    return (this.#silentOperations.get(operation) ?? 0) >= 3;
  }
}

/** State of a suite in a run, which `make` creates when it is first needed. */
export function perRun<State>(make: () => State): (check: { readonly session: Session }) => State {
  const states = new WeakMap<Session, State>();
  return ({ session }) => {
    const state = states.get(session) ?? make();
    states.set(session, state);
    return state;
  };
}
