import type { Exchange, HeaderList, RecordedResponse } from '../../src/exchange/exchange.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../src/json/exact-json.ts';
import type { Limiter } from '../quota/simulation/limiters/limiter.ts';
import { epochMs } from '../watchers/exchanges.ts';
import { permittedLimiters } from '../watchers/limiters.ts';
import type { Manner } from './manner.ts';

interface Window {
  readonly limit: number;
  readonly lengthMs: number;
  readonly limiter: Limiter;
  left: number;
}

/** Writes the answers of a conforming store as one conforming service would, requests in the order of their start. */
export class Dresser {
  readonly #manner: Manner;
  readonly #minute: Window;
  readonly #day: Window;
  #turn = 0;
  #connections = 1;
  #dropped = false;

  constructor(manner: Manner, { minuteMs, dayMs }: { readonly minuteMs: number; readonly dayMs: number }) {
    this.#manner = manner;
    const build = permittedLimiters[manner.limiter];
    if (build === undefined) {
      throw new Error(`no limiter ${manner.limiter}`);
    }
    const { perMinute, perDay } = manner.limit;
    this.#minute = {
      limit: perMinute,
      lengthMs: minuteMs,
      limiter: build(perMinute, minuteMs),
      left: perMinute,
    };
    this.#day = { limit: perDay, lengthMs: dayMs, limiter: build(perDay, dayMs), left: perDay };
  }

  dress(plain: Exchange): Exchange {
    const timed = this.#timed(plain);
    const { response } = timed;
    if (response === null) {
      return { ...timed, failure: this.#failureOf(timed) };
    }
    const decidedAt = timed.sentAtMs + 1;
    const isServed = response.status < 300;
    if (response.status !== 429) {
      this.#draw(decidedAt, isServed || this.#manner.countsRefused);
    }
    const body = this.#body(timed, response);
    const headers = this.#fields(timed, response, decidedAt);
    return { ...timed, response: { ...response, headers, body, bodyBytes: Buffer.byteLength(body) } };
  }

  #timed(plain: Exchange): Exchange {
    const { slowness, connections } = this.#manner;
    this.#connections += connections === 'closed' ? 1 : 0;
    const sentAtMs = plain.sentAtMs * slowness;
    return {
      ...plain,
      sentAtMs,
      startedAt: new Date(epochMs + sentAtMs).toISOString(),
      headersAtMs: plain.headersAtMs === null ? null : plain.headersAtMs * slowness,
      finishedAtMs: plain.finishedAtMs * slowness,
      connection: this.#connections,
    };
  }

  /** One connection that breaks is chance; two for one request would be a fault. */
  #failureOf({ failure }: Exchange): Exchange['failure'] {
    const isAgain = this.#dropped && failure?.code === 'reset';
    this.#dropped ||= failure?.code === 'reset';
    return isAgain ? { code: 'timeout', detail: 'no response' } : failure;
  }

  #draw(now: number, isCounted: boolean): void {
    for (const window of [this.#minute, this.#day]) {
      if (!window.limiter.admits(now)) {
        throw new Error('the traffic is too much for the limit of this manner');
      }
      if (isCounted) {
        window.limiter.charge(now);
      }
      window.left = window.limiter.outlook(now).remaining;
    }
  }

  #body({ request }: Exchange, { status, body }: RecordedResponse): string {
    const { layout, moreErrorMembers, repeatsInput, codes, refusal } = this.#manner;
    if (status === 429) {
      return { empty: '', text: 'Slow down.', Error: '{"code":"slow_down","message":"m","status":429}' }[
        refusal
      ];
    }
    let value: JsonValue;
    try {
      value = parseJson(body);
    } catch {
      return body;
    }
    if (status < 400 || !isJsonObject(value) || value['code'] === undefined) {
      return laidOut(value, layout);
    }
    const reason =
      status === 401 ? request.credential : status === 400 ? `${(request.body ?? '').length}` : '';
    const error: JsonObject = {
      ...value,
      code: codes === 'by reason' ? `error_${status}${reason}` : `error_${status}`,
      message: repeatsInput ? `Can't take ${request.method} ${request.target} ${request.body ?? ''}` : 'No.',
      ...(moreErrorMembers ? { details: [{ field: 'name', at: null }], traceId: 'f00' } : {}),
    };
    return laidOut(error, layout);
  }

  #fields({ request }: Exchange, { status, headers }: RecordedResponse, now: number): HeaderList {
    const { contentType, moreFields, challenge, connections, fieldNames, refusal } = this.#manner;
    const isPlain = headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json');
    const type = status === 429 && refusal === 'text' ? 'text/plain' : isPlain ? contentType : 'text/html';
    const fields: Record<string, string> = {
      'Content-Type': type,
      ...moreFields,
      ...(status === 401 ? { 'WWW-Authenticate': challenge } : {}),
      ...(status === 429 ? { 'Retry-After': '1' } : {}),
      ...(status === 405 ? { Allow: 'GET, POST' } : {}),
      ...(connections === 'closed' ? { Connection: 'close' } : {}),
      ...this.#clockFields(now),
      ...this.#rateFields(status, request.credential, now),
    };
    return Object.entries(fields).map(([name, value]) => [spelt(name, fieldNames), value] as const);
  }

  #clockFields(now: number): Record<string, string> {
    const { date, skewMs } = this.#manner;
    this.#turn += 1;
    const isShown = date === 'always' || (date === 'now and then' && this.#turn % 3 === 0);
    return isShown ? { Date: new Date(epochMs + now + skewMs).toUTCString() } : {};
  }

  #rateFields(status: number, credential: string, now: number): Record<string, string> {
    const { noCallerFigures, skewMs, reset } = this.#manner;
    if (status === 401 && credential !== 'api-key' && noCallerFigures !== 'as for a caller') {
      const zeros = noCallerFigures === 'zeros';
      return {
        'X-RateLimit-Limit': zeros ? '0' : '10',
        'X-RateLimit-Remaining': zeros ? '0' : '11',
        'X-RateLimit-Reset': zeros ? '0' : '60',
      };
    }
    const window = this.#shown();
    const serverNow = epochMs + now + skewMs;
    const ends = {
      'end of window': (Math.floor(serverNow / window.lengthMs) + 1) * window.lengthMs,
      'when refilled': serverNow + (window.lengthMs * (window.limit - window.left)) / window.limit,
      now: serverNow,
    };
    return {
      'X-RateLimit-Limit': `${window.limit}`,
      'X-RateLimit-Remaining': status === 429 ? '0' : `${window.left}`,
      'X-RateLimit-Reset': `${Math.ceil(ends[reset] / 1000)}`,
    };
  }

  #shown(): Window {
    switch (this.#manner.figures) {
      case 'minute':
        return this.#minute;
      case 'day':
        return this.#day;
      case 'in turns':
        return this.#turn % 2 === 0 ? this.#minute : this.#day;
      case 'closer to its end':
        return this.#minute.left / this.#minute.limit <= this.#day.left / this.#day.limit
          ? this.#minute
          : this.#day;
    }
  }
}

function spelt(name: string, fieldNames: Manner['fieldNames']): string {
  switch (fieldNames) {
    case 'as documented':
      return name;
    case 'lower case':
      return name.toLowerCase();
    case 'upper case':
      return name.toUpperCase();
  }
}

function laidOut(value: JsonValue, layout: Manner['layout']): string {
  switch (layout) {
    case 'compact':
      return writeJson(value);
    case 'spacious':
      return written(value, ' ', '');
    case 'escaped':
      return writeJson(value).replace(/[^\x20-\x7e]|\//g, escaped);
    case 'integers as 1.0':
      return written(value, '', '.0');
    case 'members twice':
      // Identical values: every parser reads the same one.
      return writeJson(value).replace(/"(id|categoryId)":-?\d+(?=[,}])/g, '$&,$&');
  }
}

function escaped(unit: string): string {
  return unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function written(value: JsonValue, blank: string, behindInteger: string): string {
  if (typeof value === 'bigint') {
    return `${value}${behindInteger}`;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, blank, behindInteger));
    return `[${blank}${items.join(`${blank},${blank}`)}${blank}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)}${blank}:${blank}${written(item, blank, behindInteger)}`,
    );
    return `{${blank}${members.join(`${blank},${blank}`)}${blank}}`;
  }
  return writeJson(value);
}
