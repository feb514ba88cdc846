import { AnimalWatch } from '../animals/animal-watch.ts';
import type { Exchange, HeaderList } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { RefusalFieldsWatch } from '../run/run-watches.ts';
import type { Finding } from '../verdict/finding.ts';
import { startWatch } from '../watchers/start-watch.ts';
import type { Watch, WatchContext, WatchObservation, WatchResult } from '../watchers/watch.ts';
import { acceptedCreation } from './answerable.ts';
import type { RecordedTraffic } from './recorded-traffic.ts';

const series = 'rate/remaining-counts-down';
const clockKinds = new Set(['in-the-past', 'too-far']);
/** The violations of a response by missing fields, or by a Remaining other than zero. */
const restingOnAbsence = new Set([
  'auth/challenge',
  'quota/remaining-zero',
  'quota/retry-after-present',
  'rate/headers-present',
]);

/** The watches of a run as recorded traffic can bear them. */
export class RecordedWatches {
  readonly #answers: Watch;
  readonly #tag: string;
  readonly #history: AnimalWatch;
  readonly #refusals = new RefusalFieldsWatch();
  readonly #isForeign: boolean;
  readonly #isTimed: boolean;
  readonly #isOrdered: boolean;
  readonly #changedAtMs: number;
  #isChanged = false;
  readonly #hidden = new Set<string>();
  readonly #refusedTimes = new Map<string, number>();

  constructor(
    {
      source,
      tag,
      isTimed,
      isOrdered,
      changedAtMs,
    }: Pick<RecordedTraffic, 'source' | 'tag' | 'isTimed' | 'isOrdered' | 'changedAtMs'>,
    context: WatchContext,
  ) {
    this.#answers = startWatch(context, { remaining: isTimed });
    this.#tag = tag;
    this.#history = new AnimalWatch(tag);
    this.#isForeign = source === 'har';
    this.#isTimed = isTimed;
    this.#isOrdered = isOrdered;
    this.#changedAtMs = changedAtMs ?? Number.POSITIVE_INFINITY;
  }

  see(exchange: Exchange): WatchResult {
    const { credential } = exchange.request;
    const isOfOthers = credential.startsWith('quota-key');
    this.#isChanged ||= exchange.finishedAtMs >= this.#changedAtMs;
    if (this.#mayBeBanned(exchange)) {
      return { findings: [], touched: [] };
    }
    // Other keys may be of other accounts, with other animals: then a response is judged by itself.
    const isFollowed = !(isOfOthers || this.#isChanged || !this.#isOrdered);
    const animals = isFollowed ? this.#history : new AnimalWatch(this.#tag);
    // An undocumented parameter or field may ask for something else than an animal.
    const isUnusual = this.#isForeign && describeRequest(exchange.request).unusual;
    const results = [
      this.#answers.see(exchange),
      ...(isUnusual ? [] : [animals.see(exchange)]),
      ...(credential === 'api-key' || isOfOthers ? [this.#refusals.see(exchange)] : []),
    ];
    const isSure = (finding: Finding) =>
      !(this.#restsOnClock(finding, exchange) || this.#restsOnHidden(finding, exchange));
    const accepted = this.#isForeign ? acceptedCreation(exchange) : null;
    const findings = [
      ...results.flatMap((result) => result.findings),
      ...(accepted === null ? [] : [accepted]),
    ];
    for (const { requirement } of findings.filter((one) => this.#restsOnHidden(one, exchange))) {
      this.#hidden.add(requirement);
    }
    const unsure = new Set(findings.filter((one) => !isSure(one)).map(({ requirement }) => requirement));
    return {
      findings: findings.filter(isSure),
      touched: results.flatMap(({ touched }) => touched).filter((requirement) => !unsure.has(requirement)),
    };
  }

  /**
   * The document announces that keys are banned which are refused again and again, and no status for it. Other clients
   * of the key may have been refused too.
   */
  #mayBeBanned({ request, response }: Exchange): boolean {
    const refused = this.#refusedTimes.get(request.credential) ?? 0;
    if (response?.status === 429) {
      this.#refusedTimes.set(request.credential, refused + 1);
    }
    return refused > 0 && (response?.status === 401 || response?.status === 403);
  }

  /** Whether a missing field may have been hidden from the recorder. */
  #restsOnHidden({ requirement, kind }: Finding, exchange: Exchange): boolean {
    const isOfAbsence = restingOnAbsence.has(requirement) && kind !== 'not-zero';
    return this.#isForeign && isOfAbsence && !showsAllFields(exchange);
  }

  /** Without a Date, the only clock is that of the recorder, whose error is unknown. */
  #restsOnClock({ requirement, kind }: Finding, { response }: Exchange): boolean {
    const isOfTime = requirement === 'rate/reset-is-timestamp' && clockKinds.has(kind);
    return this.#isForeign && isOfTime && headerValue(response?.headers ?? [], 'Date') === undefined;
  }

  /** Why a requirement is undecided, whatever else was seen. */
  undecided(requirement: string): readonly string[] {
    return requirement === series && !this.#isTimed
      ? ['times to the millisecond']
      : (this.#answers.undecided?.(requirement) ?? []);
  }

  /** Whether the relevant fields may have been hidden from the recorder. */
  isHidden(requirement: string): boolean {
    return this.#hidden.has(requirement);
  }

  /** Whether another client changed animals by an undocumented operation, which ends their history. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  observations(): readonly WatchObservation[] {
    return [...this.#answers.observations(), ...this.#history.observations()];
  }
}

/**
 * Fields that come on many answers and that no server lists in Access-Control-Expose-Headers. Not among them: `Date`,
 * `Server` and `Vary`, which are listed there by servers of Google.
 */
const neverExposed = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'keep-alive',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'via',
]);
const neverNamed = new Set([':authority']);

/**
 * Whether the recorder of an exchange saw all fields of its response, so that a missing one was not sent: those that a
 * browser keeps from the scripts of other origins (Fetch, section "CORS-exposed header-name list"), or those of an
 * HTTP/2 request that no script can name. A script records only the fields that it may read.
 */
function showsAllFields({ request, response }: Exchange): boolean {
  return shows(response?.headers ?? [], neverExposed) || shows(request.headers, neverNamed);
}

function shows(headers: HeaderList, names: ReadonlySet<string>): boolean {
  return headers.some(([name]) => names.has(name.toLowerCase()));
}
