import type { RecordedRequest } from '../exchange/exchange.ts';
import { headerValue, isAddedByClient } from '../exchange/headers.ts';
import type { Reach } from '../verdict/run-event.ts';
import { holdsExpression, partsOf, shellWord, singleQuoted } from './shell-word.ts';

/** The maximum length of an argument; Linux allows 128 KiB. */
const longestArgument = 100_000;
/** The body length from which some versions of curl send `Expect: 100-continue`. */
const expectFrom = 250;

/**
 * The `curl` command that repeats a recorded request, as one line for a POSIX shell, with variables such as
 * `$ANIMAL_STORE_API_KEY` for keys.
 *
 * @param reach how to reach the service, unless directly
 */
export function curlCommand(baseUrl: string, request: RecordedRequest, reach?: Reach): string {
  return curlWords(baseUrl, request, reach).join(' ');
}

/** The words of the command for line breaks, each option together with its value. */
export function curlWords(baseUrl: string, request: RecordedRequest, reach?: Reach): string[] {
  const { body: text } = request;
  const writes = text === null ? null : twoWrites(text, request.firstWriteBytes);
  const piped = text !== null && writes === null && !fitsArgument(text);
  return [
    ...(writes === null ? [] : [writes]),
    ...(piped ? [pipedBody(text)] : []),
    'curl -sS -i',
    // Over TLS, curl may negotiate HTTP/2, which has no letter case in names and different framing.
    ...(/^https:/i.test(baseUrl) ? ['--http1.1'] : []),
    ...(reach === undefined ? [] : reachWords(baseUrl, reach)),
    ...method(request),
    ...headers(request),
    ...(writes === null ? body(text, piped) : streamedBody(text ?? '')),
    ...url(baseUrl, request.target),
  ];
}

function method({ method: name, body: sent }: RecordedRequest): string[] {
  if (name === 'HEAD' && sent === null) {
    return ['--head'];
  }
  return name === 'GET' && sent === null ? [] : [`-X ${shellWord(name)}`];
}

function headers({ headers: sent, body: text }: RecordedRequest): string[] {
  const words = sent
    .filter(([name]) => !isAddedByClient(name))
    .map(([name, value]) => `-H ${headerWord(name, value)}`);
  const added = ['User-Agent', 'Accept', ...(text === null ? [] : ['Content-Type'])];
  if ((text?.length ?? 0) >= expectFrom) {
    added.push('Expect');
  }
  return [
    ...words,
    ...added.filter((name) => headerValue(sent, name) === undefined).map((name) => `-H '${name}:'`),
  ];
}

/** curl sends a field without a value only where its name ends in a semicolon. */
function headerWord(name: string, value: string): string {
  return value.trim() === '' ? shellQuoted(`${name};`) : shellQuoted(`${name}: ${value}`);
}

function body(text: string | null, piped: boolean): string[] {
  if (text === null) {
    return [];
  }
  return [piped ? '--data-binary @-' : `--data-raw ${shellQuoted(text)}`];
}

/** With a Content-Length and without a transfer coding, curl sends each chunk of its input immediately. */
function streamedBody(text: string): string[] {
  return [`-H 'Content-Length: ${Buffer.byteLength(text)}'`, "-H 'Transfer-Encoding:'", '-T -'];
}

function url(baseUrl: string, target: string): string[] {
  const whole = baseUrl + target;
  if (!target.startsWith('/') || /[^!-~]|[#"<>\\^`|]/.test(literals(target))) {
    const path = target.startsWith('/') ? baseUrl.replace(/^[a-z]+:\/\/[^/]*/i, '') + target : target;
    return [`--request-target ${shellQuoted(path)}`, shellQuoted(baseUrl)];
  }
  return [
    ...(/\/(\.|%2e){1,2}(\/|\?|$)/i.test(whole) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(baseUrl + literals(target)) ? ['--globoff'] : []),
    shellQuoted(whole),
  ];
}

function literals(text: string): string {
  return partsOf(text)
    .filter((_, index) => index % 2 === 0)
    .join('');
}

/** Headers, bodies and URLs are always quoted, for a uniform look. */
function shellQuoted(text: string): string {
  return holdsExpression(text) ? shellWord(text) : singleQuoted(text.replaceAll('\0', ''));
}

function fitsArgument(text: string): boolean {
  return (
    text.length <= longestArgument &&
    text.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** Pipes a body that is too long for an argument, or unsafe to print, from `printf` with octal escapes. */
function pipedBody(text: string): string {
  const parts = partsOf(text);
  const format = parts.map((part, index) => (index % 2 === 1 ? '%s' : printfText(part))).join('');
  const secrets = parts.filter((_, index) => index % 2 === 1).map((part) => ` "${part}"`);
  return `printf ${singleQuoted(format.replace(/^-/, '\\055'))}${secrets.join('')} |`;
}

/** Pipes a body in two writes with a pause between them; `null` for a body in one write, or one that contains a key. */
function twoWrites(text: string, firstBytes: number | undefined): string | null {
  if (firstBytes === undefined || holdsExpression(text)) {
    return null;
  }
  const bytes = Buffer.from(text, 'utf8');
  const [first, second] = [bytes.subarray(0, firstBytes), bytes.subarray(firstBytes)].map(
    (part) => `printf ${singleQuoted(printfBytes(part).replace(/^-/, '\\055'))}`,
  );
  return `{ ${first}; sleep 0.1; ${second}; } |`;
}

/** A part may begin or end within a character, so bytes beyond ASCII become octal escapes. */
function printfBytes(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split(/([\x80-\xff]+)/)
    .map((part, index) => (index % 2 === 1 ? octalBytes(Buffer.from(part, 'latin1')) : printfText(part)))
    .join('');
}

function printfText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\%]/g, (character) => (character === '%' ? '%%' : '\\\\'))
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, (characters) =>
      octalBytes(Buffer.from(characters, 'utf8')),
    );
}

function octalBytes(bytes: Buffer): string {
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** The variables that may hold the user name and the password of a proxy. */
const ofProxy = /^\$https?_proxy$/i;

/**
 * The curl options for the route of the run. Plain connections use a tunnel of the proxy too. In `--cert`, a colon starts a passphrase unless it is escaped.
 */
export function reachWords(baseUrl: string, reach: Reach): string[] {
  const { proxy, avoidsProxy, caFile, clientCertificate, clientKey } = reach;
  return [
    ...(proxy === null ? [] : [`--proxy ${ofProxy.test(proxy) ? `"${proxy}"` : shellWord(proxy)}`]),
    ...(proxy === null || /^https:/i.test(baseUrl) ? [] : ['--proxytunnel']),
    ...(proxy === null && avoidsProxy ? ["--noproxy '*'"] : []),
    ...option('--cacert', caFile),
    ...(proxy === null || /^http:/i.test(proxy) ? [] : option('--proxy-cacert', caFile)),
    ...option('--cert', clientCertificate?.replace(/[\\:]/g, '\\$&') ?? null),
    ...option('--key', clientKey),
  ];
}

/** An option with a file, whose name may begin with a dash. */
function option(name: string, file: string | null): string[] {
  return file === null ? [] : [`${name} ${shellWord(file.startsWith('-') ? `./${file}` : file)}`];
}
