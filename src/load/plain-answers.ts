import type { NewPet } from '../arbitraries/new-pet.ts';
import type { ListQuery } from '../exchange/request-description.ts';
import { idOf, isPlainPet, type PlainList, plainList } from '../json/plain-pets.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LoadAnswer, LoadRequest } from './load-engine.ts';
import { PlainHeaderReader, type PlainHeaders } from './plain-headers.ts';

/** The longest body that is kept for comparison, in bytes. */
const longestKeptBody = 16_384;
/** The maximum number of remembered combinations of status, `X-RateLimit-Limit` and `Content-Type`. */
const mostLabels = 32;
const dropped: readonly string[] = ['reset', 'truncated', 'not-http'];

/** The documented number of animals in a list without `limit`. */
const defaultLimit = 20n;
/** After so many refusals the service may have banned the key, which the document announces. */
const refusalsBeforeBan = 30;

/** An escape may hide internals in a body. */
export type LeakTest = (body: string) => boolean;

/**
 * Recognises responses in which no watcher would find a deviation or learn anything: correct ones, and refusals under
 * overload.
 *
 * - Status and header fields follow fixed rules; the full watch accepted their `Limit` and `Content-Type` before.
 * - The full watch accepted the same body for this request before, or the body is certainly an animal or a list of them.
 *
 * 400, 401 and 404 are never plain, because their bodies are compared with those of other responses.
 */
export class PlainAnswers {
  readonly #reader = new PlainHeaderReader();
  readonly #farthestSeconds: number;
  readonly #epochAtOriginMs: number;
  readonly #mayLeak: LeakTest;
  readonly #labels = new Set<string>();
  readonly #refusals = new Map<string, Buffer>();
  readonly #dropped = new Set<LoadRequest>();
  readonly #last = new Map<number, PlainHeaders>();
  readonly #ids = new PlainIds();
  #refused = 0;

  /** @param farthestMs the maximum distance of `X-RateLimit-Reset` that no watcher reports, in ms */
  constructor(farthestMs: number, epochAtOriginMs: number, mayLeak: LeakTest) {
    this.#farthestSeconds = farthestMs / 1000;
    this.#epochAtOriginMs = epochAtOriginMs;
    this.#mayLeak = mayLeak;
  }

  /** The numbers of its header fields, or `null` if the full watch must judge them. */
  headersOf({ status, headers, sentAtMs }: LoadAnswer): PlainHeaders | null {
    return status === 0
      ? null
      : this.#reader.read(headers, {
          farthestSeconds: this.#farthestSeconds,
          sentAtSeconds: (this.#epochAtOriginMs + sentAtMs) / 1000,
        });
  }

  /**
   * The finding of a new animal whose id another one has, or `null`. Shown every response before `isPlain`: the watches
   * see few of them.
   */
  repeatedId(answer: LoadAnswer): Finding | null {
    const { request, status, failure, body } = answer;
    if (failure !== null || status !== successOf(request)) {
      return null;
    }
    if (request.operation === 'createPet') {
      const text = body.toString('latin1');
      const id = isPlainPet(text) ? idOf(text) : undefined;
      return id === undefined ? null : this.#ids.seeCreated(BigInt(id), answer);
    }
    if (request.operation === 'listPets' && request.passedBody?.equals(body) !== true) {
      this.#ids.noteList(plainList(body.toString('latin1'))?.ids ?? [], answer);
    }
    return null;
  }

  isPlain(answer: LoadAnswer, headers: PlainHeaders | null): boolean {
    const { request, status, failure } = answer;
    if (
      headers === null ||
      failure !== null ||
      !this.#isKnown(status, headers) ||
      this.#dropped.has(request)
    ) {
      return false;
    }
    if (status === 429) {
      return isPlainRefusal(headers) && this.#refusals.get(request.operation)?.equals(answer.body) === true;
    }
    return status === successOf(request) && isPlainBody(answer);
  }

  /**
   * Whether the watches need the response. The failure of a reused connection is no evidence, and the watches can't know
   * that the connection was reused.
   */
  isNews({ request, status, failure, reused }: LoadAnswer): boolean {
    this.#refused += status === 429 ? 1 : 0;
    if (failure === null) {
      this.#dropped.delete(request);
      return !(this.#refused >= refusalsBeforeBan && (status === 401 || status === 403));
    }
    const isOfConnection = status === 0 && dropped.includes(failure.code);
    if (!(isOfConnection && reused)) {
      // The watches have to see that the same request succeeds again.
      this.#dropped.add(request);
    }
    return !(isOfConnection && reused);
  }

  /** Remembers a response without a deviation by the full watch. */
  learn({ request, status, body, failure }: LoadAnswer, headers: PlainHeaders | null): void {
    if (failure !== null || headers === null) {
      return;
    }
    if (this.#labels.size < mostLabels) {
      this.#labels.add(labelOf(status, headers));
    }
    if (body.length > longestKeptBody) {
      return;
    }
    if (status === successOf(request)) {
      request.passedBody = Buffer.from(body);
    } else if (status === 429 && !this.#mayLeak(body.toString('latin1'))) {
      this.#refusals.set(request.operation, Buffer.from(body));
    }
  }

  #isKnown(status: number, headers: PlainHeaders): boolean {
    const last = this.#last.get(status);
    if (last !== undefined && headers.limit === last.limit && headers.contentType === last.contentType) {
      return true;
    }
    const known = this.#labels.has(labelOf(status, headers));
    if (known) {
      this.#last.set(status, headers);
    }
    return known;
  }
}

function labelOf(status: number, { limit, contentType }: PlainHeaders): string {
  return `${status} ${limit} ${contentType}`;
}

/** It announces that nothing remains, and when to retry. */
function isPlainRefusal({ remaining, retryAfter }: PlainHeaders): boolean {
  return remaining === 0 && retryAfter !== '';
}

function successOf({ operation }: LoadRequest): number {
  return operation === 'createPet' ? 201 : 200;
}

/** The animal of an id must be the same bytes as before. */
function isPlainBody({ request, body }: LoadAnswer): boolean {
  switch (request.operation) {
    case 'createPet':
      return isPlainCreated(body.toString('latin1'), request.sent);
    case 'listPets':
      return request.passedBody?.equals(body) === true || isNewPlainList(request, body);
    case 'getPet':
      return request.passedBody?.equals(body) === true;
  }
}

function isPlainCreated(text: string, sent: NewPet | null): boolean {
  return isPlainPet(text) && (sent === null || repeats(text, sent));
}

/** Whether a plain animal has what was sent. */
function repeats(text: string, { name, categoryId, status }: NewPet): boolean {
  return (
    valueIn(text, nameIn) === name &&
    valueIn(text, categoryIn) === String(categoryId) &&
    (status === undefined || valueIn(text, statusIn) === status)
  );
}

function valueIn(text: string, member: RegExp): string | undefined {
  return member.exec(text)?.[1];
}

/** Keeps a valid list, because comparing the next one is quicker than parsing it. */
function isNewPlainList(request: LoadRequest, body: Buffer): boolean {
  const list = plainList(body.toString('latin1'));
  const isPlain = list !== null && satisfies(list, request.query);
  if (isPlain && body.length <= longestKeptBody) {
    request.passedBody = Buffer.from(body);
  }
  return isPlain;
}

/** Whether a list is what its query asks for: no more animals, none twice, none of another status. */
function satisfies({ ids, statuses }: PlainList, { limit, status }: ListQuery): boolean {
  return (
    typeof limit !== 'string' &&
    ids.length <= (limit ?? defaultLimit) &&
    new Set(ids).size === ids.length &&
    (status === null || (statuses.length === ids.length && statuses.every((one) => one === status)))
  );
}

const nameIn = /"name"\s*:\s*"([^"]*)"/;
const categoryIn = /"categoryId"\s*:\s*(-?\d+)/;
const statusIn = /"status"\s*:\s*"(\w+)"/;

/** The maximum number of ids that are remembered of each kind, to bound memory. */
const mostIds = 500_000;

/**
 * The ids in plain responses of a load. The watches do not see these responses, so they can't know that an id was given
 * or listed before.
 */
class PlainIds {
  readonly #created = new Set<bigint>();
  /** When a list first showed an animal, in ms of the run's clock. */
  readonly #listedMs = new Map<bigint, number>();

  /** Remembers the animals of a list. A text would keep the whole list in memory, of which it is a part. */
  noteList(ids: readonly string[], { finishedAtMs }: LoadAnswer): void {
    for (const id of ids.map(BigInt)) {
      if (!this.#listedMs.has(id) && this.#listedMs.size < mostIds) {
        this.#listedMs.set(id, finishedAtMs);
      }
    }
  }

  /** Remembers a new animal. Returns a finding if another one has its id. */
  seeCreated(id: bigint, { number, sentAtMs }: LoadAnswer): Finding | null {
    const isGiven = this.#created.has(id);
    const isListed = (this.#listedMs.get(id) ?? sentAtMs) < sentAtMs;
    if (this.#created.size < mostIds) {
      this.#created.add(id);
    }
    if (!isGiven && !isListed) {
      return null;
    }
    return {
      requirement: 'create/unique-ids',
      kind: isGiven ? 'id-given-twice' : 'id-of-another',
      message: isGiven
        ? 'Two creations returned the same id'
        : 'A creation returned the id of an animal that was listed before',
      expected: 'an id that no other animal has',
      actual: `id ${id} again`,
      exchange: number,
      related: [],
    };
  }
}
