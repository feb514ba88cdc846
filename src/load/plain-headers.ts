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
/** The three rate limit fields, each once. */
const allThree = 7;

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
    let seen = 0;
    let limit = '';
    let remaining = '';
    let reset = '';
    let date: string | null = null;
    let contentType: string | null = null;
    let retryAfter: string | null = null;
    for (let index = 0; index + 1 < fields.length; index += 2) {
      const value = fields[index + 1] ?? '';
      switch (fieldOf(fields[index] ?? '')) {
        case 'x-ratelimit-limit':
          seen += (seen & 1) === 0 ? 1 : 8;
          limit = value;
          break;
        case 'x-ratelimit-remaining':
          seen += (seen & 2) === 0 ? 2 : 8;
          remaining = value;
          break;
        case 'x-ratelimit-reset':
          seen += (seen & 4) === 0 ? 4 : 8;
          reset = value;
          break;
        case 'date':
          seen += date === null ? 0 : 8;
          date = value;
          break;
        case 'content-type':
          seen += contentType === null ? 0 : 8;
          contentType = value;
          break;
        case 'retry-after':
          seen += retryAfter === null ? 0 : 8;
          retryAfter = value;
          break;
        case 'age':
        case 'content-encoding':
          return null;
        default:
      }
    }
    if (seen !== allThree || !isFigure(limit) || !isFigure(remaining) || !isFigure(reset)) {
      return null;
    }
    const most = Number(limit);
    const left = Number(remaining);
    return most > 0 && left <= most && this.#lies(Number(reset), date ?? '', expectation)
      ? { limit: most, remaining: left, contentType: contentType ?? '', retryAfter: plainFigure(retryAfter) }
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

/** The fields that matter, by the length of their names; a name as a server writes it comes in front. */
const watched = new Map<number, { written: string; readonly field: string }[]>();
for (const field of [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'date',
  'content-type',
  'retry-after',
  'age',
  'content-encoding',
]) {
  const sameLength = watched.get(field.length) ?? [];
  watched.set(field.length, [...sameLength, { written: field, field }]);
}

/** The field name in lower case if relevant, otherwise `''`. A server always uses the same spelling. */
function fieldOf(name: string): string {
  const candidates = watched.get(name.length);
  if (candidates === undefined) {
    return '';
  }
  for (const { written, field } of candidates) {
    if (written === name) {
      return field;
    }
  }
  const lower = name.toLowerCase();
  for (const candidate of candidates) {
    if (candidate.field === lower) {
      candidate.written = name;
      return lower;
    }
  }
  return '';
}

function plainFigure(text: string | null): string {
  return text !== null && isFigure(text) ? text : '';
}

function isFigure(text: string): boolean {
  if (text.length === 0 || text.length > 15) {
    return false;
  }
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) {
      return false;
    }
  }
  return true;
}
