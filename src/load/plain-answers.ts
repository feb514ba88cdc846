import type { NewPet } from '../arbitraries/new-pet.ts';
import type { LoadAnswer, LoadRequest } from './load-engine.ts';
import { PlainHeaderReader, type PlainHeaders } from './plain-headers.ts';

/** A longer body is judged each time rather than kept. */
const longestKeptBody = 16_384;
/** Different kinds of status, `X-RateLimit-Limit` and `Content-Type` that are remembered. */
const mostLabels = 32;
const dropped: readonly string[] = ['reset', 'truncated', 'not-http'];

/** An escape may hide internals in a body. */
export type LeakTest = (body: string) => boolean;

/**
 * Recognises responses in which no watcher would find a deviation or learn anything: correct ones, and refusals under
 * overload.
 *
 * - Status, header fields: fixed rules, and `Limit` and `Content-Type` must be ones that the full watch let pass.
 * - Body: the same bytes that the full watch let pass for this request, or surely an animal or a list of animals.
 *
 * 400, 401 and 404 are never plain: what they say is compared with what others said.
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

  /** @param farthestMs how far `X-RateLimit-Reset` may be off, so that no watcher objects */
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
   * Whether the watches have to see it. A kept connection that breaks says nothing, and they would have to remember
   * every connection to know.
   */
  isNews({ request, status, failure, reused }: LoadAnswer): boolean {
    if (status === 0 && failure !== null && dropped.includes(failure.code)) {
      if (!reused) {
        this.#dropped.add(request);
      }
      return !reused;
    }
    this.#dropped.delete(request);
    return true;
  }

  /** Remembers an answer in which the full watch saw no deviation. */
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

/** An animal by its id has to be the same bytes: were it another one, the history of the run would say so. */
function isPlainBody({ request, body }: LoadAnswer): boolean {
  switch (request.operation) {
    case 'createPet':
      return isPlainPet(body) && (request.sent === null || repeats(body, request.sent));
    case 'listPets':
      return request.passedBody?.equals(body) === true || isNewPlainList(request, body);
    case 'getPet':
      return request.passedBody?.equals(body) === true;
  }
}

/** Whether a plain animal has what was sent. */
function repeats(body: Buffer, { name, categoryId, status }: NewPet): boolean {
  const text = body.toString('latin1');
  return (
    valueIn(text, nameIn) === name &&
    valueIn(text, categoryIn) === String(categoryId) &&
    (status === undefined || valueIn(text, statusIn) === status)
  );
}

function valueIn(text: string, member: RegExp): string | undefined {
  return member.exec(text)?.[1];
}

/** A list is likely to be the same the next time: to compare it is quicker than to read it. */
function isNewPlainList(request: LoadRequest, body: Buffer): boolean {
  const plain = isPlainPetList(body);
  if (plain && body.length <= longestKeptBody) {
    request.passedBody = Buffer.from(body);
  }
  return plain;
}

/**
 * Recognises bodies that surely fit `Pet` or `Pets` (section "Data types"): JSON in ASCII, of the documented members
 * alone, each once, without escapes. It is many times faster than parsing JSON and validating it; the full watch judges
 * every body that it does not recognise.
 */
export function isPlainPet(body: Buffer): boolean {
  return body.length <= longestBody && onePet.test(body.toString('latin1'));
}

/** The same for a list of animals. */
export function isPlainPetList(body: Buffer): boolean {
  return body.length <= longestBody && manyPets.test(body.toString('latin1'));
}

/** A regular expression overflows its stack on a text of many megabytes. */
const longestBody = 1_000_000;
const blank = '[ \\t\\n\\r]*';
/** One digit less than the largest int64; no sign before 0, no fraction and no exponent. */
const integer = '(?:0|-?[1-9]\\d{0,17})';
const nameIn = /"name"\s*:\s*"([^"]*)"/;
const categoryIn = /"categoryId"\s*:\s*(-?\d+)/;
const statusIn = /"status"\s*:\s*"(\w+)"/;
const required = [member('id', integer), member('name', '"[ !#-[\\]-~]*"'), member('categoryId', integer)];
const status = member('status', '"(?:available|pending|sold)"');
const members = [...orders([...required, status]), ...orders(required)].map((order) =>
  order.join(`,${blank}`),
);
const pet = `\\{${blank}(?:${members.join('|')})\\}${blank}`;
const onePet = new RegExp(`^${blank}${pet}$`);
const manyPets = new RegExp(`^${blank}\\[${blank}(?:${pet}(?:,${blank}${pet})*)?\\]${blank}$`);

function member(name: string, value: string): string {
  return `"${name}"${blank}:${blank}${value}${blank}`;
}

function orders(parts: readonly string[]): string[][] {
  return parts.length === 0
    ? [[]]
    : parts.flatMap((first) =>
        orders(parts.filter((part) => part !== first)).map((rest) => [first, ...rest]),
      );
}
