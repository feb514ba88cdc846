import type { RecordedRequest } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { member } from '../json/exact-json.ts';
import { quoted } from './quoted.ts';
import type { Notes, WatchObservation } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const stable = 'errors/code-stable';
const observed = 'errors/codes';
/** The maximum number of remembered conditions, for hostile or endless traffic. */
const mostConditions = 2000;
const mostCodes = 10;
const longestBody = 1000;

interface FirstCode {
  readonly code: string;
  readonly exchange: number;
}

interface CodesOfCondition extends FirstCode {
  latest: string;
  changes: number;
}

/** After many invalid keys, a service may lock the client out with another code, and unlock it later. */
const changesOfLocks = 3;

/** errors/code-stable: one kind of error has one code. errors/codes: which codes there are. */
export class ErrorCodeWatcher {
  /** The first code of each kind of error. */
  readonly #first = new Map<string, CodesOfCondition>();
  readonly #codes = new Map<string, Map<string, number>>();
  /** The first code of each form that contains the requested id. */
  readonly #withId = new Map<string, FirstCode>();

  see(watched: WatchedExchange, notes: Notes): void {
    const { response, whole, describedBody, answer } = watched;
    if (response === null || !describedBody || response.status < 400) {
      return;
    }
    const code = whole ? member(jsonValue(response), 'code') : undefined;
    if (typeof code !== 'string') {
      return;
    }
    this.#observe(answer, code, watched);
    notes.judge(observed, null);
    this.#compare(watched, response.status, code, notes);
  }

  /** Codes of 404s for different ids may differ, but not by the ids alone: then clients can't compare them. */
  #compareWithoutId(id: bigint, { code, exchange }: FirstCode, notes: Notes): void {
    const form = withoutId(code, id);
    if (form === null) {
      return;
    }
    const first = this.#withId.get(form);
    if (first === undefined) {
      if (this.#withId.size < mostCodes) {
        this.#withId.set(form, { code, exchange });
      }
    } else if (first.code !== code) {
      notes.judge(stable, {
        kind: 'code-contains-id',
        message: 'The code of a 404 contains the requested id',
        expected: 'one code for every unknown id, such as "not_found"',
        actual: `"code": ${quoted(code)}, and before ${quoted(first.code)}`,
        related: [{ role: 'another id', exchange: first.exchange }],
      });
    }
  }

  observations(): readonly WatchObservation[] {
    return [...this.#codes].map(([answer, codes]) => ({
      requirement: observed,
      text: `${answer}: ${[...codes.keys()].map(quoted).join(', ')}`,
      exchanges: [...codes.values()],
    }));
  }

  #observe(answer: string, code: string, { exchange }: WatchedExchange): void {
    let codes = this.#codes.get(answer);
    if (codes === undefined) {
      codes = new Map();
      this.#codes.set(answer, codes);
    }
    if (codes.size < mostCodes && !codes.has(code)) {
      codes.set(code, exchange.number);
    }
  }

  #compare(watched: WatchedExchange, status: number, code: string, notes: Notes): void {
    const { petId } = watched.request;
    if (status === 404 && petId !== null) {
      this.#compareWithoutId(petId, { code, exchange: watched.exchange.number }, notes);
    }
    const condition = conditionOf(watched, status);
    if (condition === null) {
      return;
    }
    const exchange = watched.exchange.number;
    const first = this.#first.get(condition);
    if (first === undefined) {
      if (this.#first.size < mostConditions) {
        this.#first.set(condition, { code, exchange, latest: code, changes: 0 });
      }
      return;
    }
    first.changes += first.latest === code ? 0 : 1;
    first.latest = code;
    const mayBeLock = status === 401 && first.changes <= changesOfLocks;
    notes.judge(
      stable,
      first.code === code || mayBeLock
        ? null
        : {
            kind: `codes-differ-on-${status}`,
            message: `The same kind of ${status} returned two codes`,
            expected: `"code": ${quoted(first.code)}, as before`,
            actual: `"code": ${quoted(code)}`,
            related: [{ role: 'the same kind of error', exchange: first.exchange }],
          },
    );
  }
}

/** The code without the id as a number of its own, or `null` if it does not contain the id. */
function withoutId(code: string, id: bigint): string | null {
  const digits = id.toString().replace('-', '');
  const parts = code.split(/(\d+)/);
  return parts.includes(digits) ? parts.map((part) => (part === digits ? '#' : part)).join('') : null;
}

/**
 * The kind of an error for comparison, or `null` if unknown. A service may distinguish more kinds than the interface
 * document: a missing, malformed or unknown key, different invalid bodies, or ids that it never assigns. So a 401 is
 * compared with those for the same Authorization, a 400 with those for the same request and Authorization, and a 404
 * with those for the same id.
 */
function conditionOf({ exchange, request }: WatchedExchange, status: number): string | null {
  const { credential, body, method, target, headers } = exchange.request;
  switch (status) {
    case 401:
      return credential === 'none' || credential === 'invalid'
        ? `401 ${credentialSent(exchange.request)}`
        : null;
    case 404:
      return request.operation === 'getPet' && credential === 'api-key' ? `404 ${request.petId}` : null;
    case 400:
      return (body ?? '').length > longestBody
        ? null
        : `400 ${method} ${target} ${headerValue(headers, 'Content-Type') ?? ''} ${credentialSent(exchange.request)} ${body ?? ''}`;
    default:
      return null;
  }
}

function credentialSent(sent: RecordedRequest): string {
  const fields = ['Authorization', 'X-API-Key', 'Cookie'].map(
    (name) => headerValue(sent.headers, name) ?? '-',
  );
  return fields.join(' ');
}
