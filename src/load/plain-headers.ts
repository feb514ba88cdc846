/** The figures of an answer whose header fields surely show no deviation. */
export interface PlainHeaders {
  readonly limit: number;
  readonly remaining: number;
  readonly contentType: string;
  /** `Retry-After`, if it occurs once with whole seconds. */
  readonly retryAfter: string;
}

/** The values to compare a field with. */
export interface HeaderExpectation {
  /** How far `Reset` may be off, in seconds, so that no watcher would object. */
  readonly farthestSeconds: number;
  /** The wall clock in Unix seconds when the request was sent. */
  readonly sentAtSeconds: number;
}

const fixdate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/**
 * Recognises header fields that surely show no deviation: the three rate limit fields once each, plain digits,
 * `Remaining` no more than `Limit`, `Reset` a time that lies ahead; no content coding, nothing from a cache. One
 * pass, and no more made of the fields than that: what it does not recognise is for the full watch to judge.
 */
export class PlainHeaderReader {
  #date = '';
  #dateSeconds = Number.NaN;

  /** @param fields alternating names and values, as received. */
  read(fields: readonly string[], expectation: HeaderExpectation): PlainHeaders | null {
    const values: (string | undefined)[] = Array(firstSpoiling);
    for (let index = 0; index + 1 < fields.length; index += 2) {
      const place = placeOf(fields[index] ?? '');
      if (place < 0) {
        continue;
      }
      if (place >= firstSpoiling || values[place] !== undefined) {
        return null;
      }
      values[place] = fields[index + 1] ?? '';
    }
    const [limit = '', remaining = '', reset = '', date = '', contentType = '', retryAfter = ''] = values;
    if (!figure.test(limit) || !figure.test(remaining) || !figure.test(reset)) {
      return null;
    }
    const most = Number(limit);
    const left = Number(remaining);
    return most > 0 && left <= most && this.#lies(Number(reset), date, expectation)
      ? { limit: most, remaining: left, contentType, retryAfter: figure.test(retryAfter) ? retryAfter : '' }
      : null;
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

const figure = /^\d{1,15}$/;

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
const places = new Map<string, number>();
/** A server always uses the same spelling of the same few names. */
const mostSpellings = 200;

/** The position of a field, or -1 if it does not matter. */
function placeOf(name: string): number {
  let place = places.get(name);
  if (place === undefined) {
    place = watched.indexOf(name.toLowerCase());
    if (places.size < mostSpellings) {
      places.set(name, place);
    }
  }
  return place;
}
