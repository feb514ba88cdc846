import type { RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import { jsonBody } from '../exchange/response-body.ts';
import { isJsonObject, type JsonValue, readJson } from '../json/exact-json.ts';
import type { Deviation } from '../verdict/finding.ts';
import { quoted } from './quoted.ts';
import type { Notes } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

/** A pattern of internal details of a service. */
export interface LeakPattern {
  readonly kind: string;
  /** Its description in a message. */
  readonly what: string;
  readonly pattern: RegExp;
}

const sourceFile = String.raw`[\w$.@-]{1,100}\.(?:java|kt|scala|groovy|m?js|cjs|jsx|tsx?|mts|cts|py|rb|php|go|rs|cs|fs|vb|exs?|erl|pl|pm|cc?|cpp|hs|swift|dart|lua)`;
const folders = String.raw`(?:[\w$.@ -]{1,60}[/\\]){0,30}`;
/** A column with the name of its table, and perhaps another name. */
const column = String.raw`["\x60\w]{1,60}\.["\x60\w]{1,60}(?: as ["\x60\w]{1,60})?`;
const systemFolder =
  '(?:app|apps|usr|home|var|opt|srv|root|src|Users|tmp|etc|workspace|workspaces|code|data|build|builds|private|mnt|www|go|lambda|node_modules)';
/** Folders of operating systems that are unlikely to be resources of an API. */
const folderOfServers = '(?:usr|home|var|opt|srv|root|etc|mnt|Users)';
const fileOfServers =
  '(?:ya?ml|properties|toml|conf|cfg|ini|log|jar|war|so|dll|sqlite3?|db|pem|key|crt|pid|sock)';

/**
 * Texts that no error message has by chance. Each pattern is bounded, so that hostile bodies cost no time, and requires
 * more than a word: prose about a "line 3" or a list to "select from" is no leak.
 */
export const leakPatterns: readonly LeakPattern[] = [
  trace('java', String.raw`\bat [\w$.<>/]{1,300}\((?:${sourceFile}:\d+|Native Method|Unknown Source)\)`),
  trace(
    'node',
    String.raw`\bat (?:[^\n()]{1,200} \()?(?:(?:file://)?(?:[A-Za-z]:)?[/\\]?${folders}${sourceFile}|node:[\w/]{1,100}):\d+:\d+\b`,
  ),
  trace('python', String.raw`Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+`),
  trace(
    'php',
    String.raw`#\d+ [^\n(]{1,300}\.php\(\d+\)|\bin [^\s:]{1,300}\.php(?: on line |:)\d+|PHP (?:Fatal|Parse) error`,
  ),
  trace('ruby', String.raw`(?<![\w./-])[\w./-]{1,4000}\.rb:\d+:in [\x60'"]`),
  trace('go', String.raw`\bgoroutine \d+ \[[a-z ,0-9]{1,60}\]:|\bpanic: runtime error`),
  trace('dotnet', String.raw`\bat [\w.<>\x60\[\],]{1,300}\([^()\n]{0,300}\) in [^\n]{1,300}:line \d+`),
  trace(
    'dotnet',
    String.raw`(?:^|\n)\s{2,8}at [\w.<>\x60]{1,200}\([^()\n]{0,200}\)\r?\n\s{2,8}at [\w.<>\x60]{1,200}\(`,
  ),
  trace('rust', String.raw`\bthread '[^'\n]{1,100}' panicked at`),
  path(String.raw`(?<![\w:/.\\])/${systemFolder}/${folders}${sourceFile}\b`),
  path(String.raw`(?<!\w)[A-Za-z]:\\${folders}${sourceFile}\b`),
  path(String.raw`[/\\](?:node_modules|site-packages)[/\\]`),
  path(String.raw`(?<![\w:/.\\])/${folderOfServers}/${folders}[\w$.@-]{1,100}\.${fileOfServers}\b`),
  path(String.raw`(?<![\w:/.\\])/(?:[\w$.@-]{1,60}/){1,30}${sourceFile}:\d+\b`),
  query(
    String.raw`\bSQLSTATE\[|\bORA-\d{5}\b|\bSQLITE_[A-Z]{3,}|syntax error at or near "|in your SQL syntax`,
  ),
  query(
    String.raw`duplicate key value violates unique constraint|UNIQUE constraint failed: \w|violates (?:foreign key|not-null|check) constraint`,
  ),
  query(
    String.raw`\bSELECT (?:DISTINCT )?(?:\*|["\x60\w.(*)]{1,80}(?: ?, ?["\x60\w.(*)]{1,80}){0,60}) FROM ["\x60\w.]{1,100}`,
  ),
  query(
    String.raw`\bINSERT INTO ["\x60\w.]{1,100} ?\(|\bUPDATE ["\x60\w.]{1,100} SET ["\x60\w.]{1,100} ?=|\bDELETE FROM ["\x60\w.]{1,100} WHERE `,
  ),
  // Prose may resemble a query in lower case, so several columns or a placeholder are required.
  query(String.raw`\bselect (?:distinct )?${column}(?:, ?${column}){1,60} from ["\x60\w.]{1,100}`),
  query(
    String.raw`\binsert into ["\x60\w.]{1,100} ?\([^()\n]{1,1000}\) values ?\(|\b(?:update ["\x60\w.]{1,100} set|delete from ["\x60\w.]{1,100} where) ["\x60\w.]{1,100} ?= ?(?:\?|\$\d|:\w)`,
  ),
];

function trace(language: string, source: string): LeakPattern {
  return { kind: `stack-trace ${language}`, what: 'a stack trace', pattern: new RegExp(source) };
}

function path(source: string): LeakPattern {
  return { kind: 'file-path', what: 'the path of a source file', pattern: new RegExp(source) };
}

function query(source: string): LeakPattern {
  return { kind: 'query', what: 'text of a database query or its error', pattern: new RegExp(source) };
}

const id = 'errors/no-internals';
const expected = 'a body without internals of the service';
const longestText = 65_536;
/** A quick test: without one of these, no pattern can match. */
const suspicious =
  /\bat |\bline |\w:\d|Traceback|goroutine|panic|\.php|SQL|ORA-|syntax|constraint|SELECT|INSERT|UPDATE|DELETE|select |insert |update |delete |[/\\]\w/;

/**
 * errors/no-internals: no error response contains a stack trace, a file path, a query or the API key, and no 201 that key.
 *
 * An echo of the request in an error message is not a leak.
 */
export function judgeInternals({ exchange, response }: WatchedExchange, notes: Notes): void {
  if (response === null || response.body === '') {
    return;
  }
  if (response.status >= 400) {
    notes.judge(id, leakedKey(response) ?? leakedText(response, exchange.request));
  } else if (response.secretsEchoedIn.length > 0 && isAddedByService(exchange.request)) {
    notes.judge(id, leakedKey(response));
  }
}

/** Whether a response can hold a key only because the service adds it: others may have named their animals so. */
function isAddedByService({ method, body, credential }: RecordedRequest): boolean {
  return method === 'POST' && credential === 'api-key' && body?.includes('ANIMAL_STORE_') === false;
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
  const body = jsonBody(response);
  const isSuspicious = body.ok
    ? body.parsed.fact('suspicious', () => suspicious.test(response.body))
    : suspicious.test(response.body);
  if (!isSuspicious) {
    return null;
  }
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
