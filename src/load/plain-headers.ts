import { readDigits } from '../exchange/rate-fields.ts';

/** The rate-limit fields of a response whose header fields certainly have no deviation. */
export interface PlainHeaders {
  readonly limit: number;
  readonly remaining: number;
  readonly contentType: string;
  /** `Retry-After`, if it occurs once with whole seconds. */
  readonly retryAfter: string;
}

/** The values to compare a field with. */
export interface HeaderExpectation {
  /** The maximum distance of `Reset` that no watcher reports, in seconds. */
  readonly farthestSeconds: number;
  /** The wall clock in Unix seconds when the request was sent. */
  readonly sentAtSeconds: number;
}

const fixdate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/**
 * Recognises header fields that certainly have no deviation: each rate-limit field once, in plain digits, `Remaining` no
 * more than `Limit`, `Reset` in the future; no content coding, no cache. The full watch judges all others.
 */
export class PlainHeaderReader {
  #date = '';
  #dateSeconds = Number.NaN;
  readonly #lastNames: (string | undefined)[] = [];
  readonly #lastPlaces: (number | undefined)[] = [];

  /** @param fields alternating names and values, as received. */
  read(fields: readonly string[], expectation: HeaderExpectation): PlainHeaders | null {
    const values: (string | undefined)[] = Array(firstSpoiling);
    for (let index = 0; index + 1 < fields.length; index += 2) {
      const place = this.#placeAt(index / 2, fields[index] ?? '');
      if (place < 0) {
        continue;
      }
      if (place >= firstSpoiling || values[place] !== undefined) {
        return null;
      }
      values[place] = fields[index + 1] ?? '';
    }
    const limit = readDigits(values[0] ?? '');
    const remaining = readDigits(values[1] ?? '');
    const reset = readDigits(values[2] ?? '');
    const date = values[3] ?? '';
    const contentType = values[4] ?? '';
    const retryAfter = values[5] ?? '';
    if (limit === null || remaining === null || reset === null) {
      return null;
    }
    return limit > 0 && remaining <= limit && this.#lies(reset, date, expectation)
      ? { limit, remaining, contentType, retryAfter: readDigits(retryAfter) === null ? '' : retryAfter }
      : null;
  }

  /** Compares a name with that of the previous response, because a service usually sends the same fields in order. */
  #placeAt(index: number, name: string): number {
    if (this.#lastNames[index] !== name) {
      this.#lastPlaces[index] = watched.indexOf(name.toLowerCase());
      this.#lastNames[index] = name;
    }
    return this.#lastPlaces[index] ?? -1;
  }

  /** Whether `reset` is in the future by the server's clock, or by ours if it has none, and not too far ahead. */
  #lies(reset: number, date: string, { farthestSeconds, sentAtSeconds }: HeaderExpectation): boolean {
    if (date === '') {
      return reset >= sentAtSeconds && reset <= sentAtSeconds + farthestSeconds;
    }
    if (date !== this.#date) {
      this.#date = date;
      this.#dateSeconds = fixdate.test(date) ? Date.parse(date) / 1000 : Number.NaN;
    }
    return reset >= this.#dateSeconds && reset <= this.#dateSeconds + farthestSeconds;
  }
}

/** The positions of the fields that matter; from `firstSpoiling` on, a single one requires the full watch. */
const watched = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'date',
  'content-type',
  'retry-after',
  'age',
  'content-encoding',
];
const firstSpoiling = watched.indexOf('age');
