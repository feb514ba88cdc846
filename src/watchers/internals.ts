import type { RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import { jsonBody } from '../exchange/response-body.ts';
import { isJsonObject, type JsonValue, readJson } from '../json/exact-json.ts';
import type { Deviation } from '../verdict/finding.ts';
import { leakPatterns } from './leak-patterns.ts';
import type { Notes } from './notes.ts';
import { quoted } from './quoted.ts';
import type { Watcher } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'errors/no-internals';
const expected = 'an error without internals of the service';
const longestText = 65_536;
/** Without one of these no pattern can match: most answers are done with here. */
const suspicious =
  /\bat |\bline |\w:\d|Traceback|goroutine|panic|\.php|SQL|ORA-|syntax|constraint|SELECT|INSERT|UPDATE|DELETE|[/\\]\w/;

/**
 * errors/no-internals: no error response contains a stack trace, a file path, a query or the API key.
 *
 * An echo of the request in an error message is not a leak.
 */
export class InternalsWatcher implements Watcher {
  readonly requirements = [id];
  #reached = false;

  see({ exchange, response }: WatchedExchange, notes: Notes): void {
    if (response === null || response.status < 400 || response.body === '') {
      return;
    }
    this.#reached = true;
    notes.judge(id, leakedKey(response) ?? leakedText(response, exchange.request));
  }

  unreached(): readonly string[] {
    return this.#reached ? [] : ['an error response with a body'];
  }
}

function leakedKey(response: RecordedResponse): Deviation | null {
  return response.secretsEchoedIn.includes('body')
    ? {
        kind: 'api-key',
        message: `The body of a ${response.status} contains an API key`,
        expected,
        actual: 'the key of the request in the body',
      }
    : null;
}

function leakedText(response: RecordedResponse, request: RecordedRequest): Deviation | null {
  if (!suspicious.test(response.body)) {
    return null;
  }
  const body = jsonBody(response);
  const text = (body.ok ? textsOf(body.parsed.value).join('\n') : response.body).slice(0, longestText);
  if (!matchesAny(text)) {
    return null;
  }
  const sent = sentTexts(request);
  const own = sent.filter(matchesAny).reduce((rest, echo) => rest.replaceAll(echo, ' … '), text);
  for (const { kind, what, pattern } of leakPatterns) {
    for (const [match] of own.matchAll(new RegExp(pattern, 'g'))) {
      if (!sent.some((sentText) => sentText.includes(match))) {
        return {
          kind,
          message: `The body of a ${response.status} contains ${what}`,
          expected,
          actual: quoted(match.trim()),
        };
      }
    }
  }
  return null;
}

function matchesAny(text: string): boolean {
  return leakPatterns.some(({ pattern }) => pattern.test(text));
}

/** Every string in a JSON value, names of members included. */
function textsOf(root: JsonValue): string[] {
  const texts: string[] = [];
  const pending: JsonValue[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string') {
      texts.push(value);
    } else if (Array.isArray(value)) {
      pending.push(...value.slice(0, 10_000));
    } else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        texts.push(name);
        pending.push(item);
      }
    }
  }
  return texts;
}

function sentTexts(request: RecordedRequest): string[] {
  const texts = [request.target, decoded(request.target), ...request.target.split(/[/?&=]/).map(decoded)];
  texts.push(...request.headers.map(([, value]) => value));
  if (request.body !== null) {
    texts.push(request.body, ...textsOf(readJson(request.body) ?? null));
  }
  return texts.sort((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
