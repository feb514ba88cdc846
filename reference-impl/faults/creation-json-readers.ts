import { percentDecoded } from '../request-listener.ts';
import { anywhere, outside, repairingBroken, replaced } from './creation-reader-decorations.ts';
import { violating } from './fault.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** The brackets, braces and quotation marks that are still open at the end of a text. */
function openAtEnd(text: string): string[] {
  const open: string[] = [];
  for (const [token] of text.matchAll(/\\.|["{}[\]]/gs)) {
    if (open.at(-1) === '"') {
      if (token === '"') {
        open.pop();
      }
    } else if (token === '"' || token in closers) {
      open.push(token);
    } else if (token === '}' || token === ']') {
      open.pop();
    }
  }
  return open;
}

function completed(text: string): string {
  return openAtEnd(text).reduceRight((body, token) => body + (closers[token] ?? token), text);
}

/** Replaces every closing bracket by the one that matches. */
function withMatchingBrackets(text: string): string {
  const open: string[] = [];
  return outside((part) =>
    part.replace(/[{}[\]]/g, (token) => {
      if (token in closers) {
        open.push(token);
        return token;
      }
      return closers[open.pop() ?? ''] ?? token;
    }),
  )(text);
}

function withoutCutMember(text: string): string {
  return openAtEnd(text).length === 0 ? text : completed(text.slice(0, text.lastIndexOf(',')));
}

function objectOf(members: Iterable<readonly [name: string, value: string]>): string {
  const written = [...members].map(
    ([name, value]) =>
      `${JSON.stringify(name.trim())}:${/^\s*-?\d+\s*$/.test(value) ? value : JSON.stringify(value.trim())}`,
  );
  return `{${written.join(',')}}`;
}

/** An object of all matches of a pattern with two groups, or the text if there are too few. */
function objectFrom(pattern: RegExp): (text: string) => string {
  return (text) => {
    const members = [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value] as const);
    return members.length > 1 ? objectOf(members) : text;
  };
}

function formRead(text: string): string {
  return /^\w+=[^{"]*$/.test(text) ? objectOf(new URLSearchParams(text)) : text;
}

/** Parsers that accept JSON with a broken structure. */
export const creationJsonReaders = [
  ...violating(['create/malformed-json'], 'ample-allowance').each(repairingBroken, {
    'json-names-without-quotes': anywhere(/([{,])([A-Za-z]+):/g, '$1"$2":'),
    'json-unknown-escape': anywhere(/\\([^"\\/bfnrtu])/g, '$1'),
    'json-line-comments': replaced(/\/\/.*/g, ''),
    'json-hash-comments': replaced(/#.*/g, ''),
    'json-comment-in-front': anywhere(/^\s*\/\*.*?\*\//s, ''),
    'json-white-space-of-unicode': replaced(/[\p{Z}\ufeff]/gu, ' '),
    'json-white-space-of-c': replaced(/[\f\v]/g, ' '),
    'json-controls-are-white-space': replaced(/\p{Cc}/gu, ' '),
    // Unicode white space around a body is trimmed.
    'json-trimmed-before-reading': (text) => text.trim(),
    'json-ends-at-nul': (text) => text.split('\0')[0] ?? '',
    'json-byte-order-marks-skipped': anywhere(/\ufeff/g, ''),
    'json-semicolons-for-commas': replaced(/;(?=\s*$)/g, ','),
    'json-arrows-for-colons': replaced(/=>/g, ':'),
    'json-equals-signs-for-colons': replaced(/=(?!>)/g, ':'),
    'json-line-breaks-for-commas': anywhere(/(["\d}\]])[ \t]*\n\s*(?=")/g, '$1,'),
    'json-commas-optional': anywhere(/(["\d}\]])[ \t]+(?="\w+":)/g, '$1,'),
    'json-commas-repeated': replaced(/,(?:\s*,)+/g, ','),
    // A comma before the first member is skipped.
    'json-comma-in-front': replaced(/([{[])\s*,/g, '$1'),
    'json-colons-optional': anywhere(/([{,]\s*"\w+")\s+(?=["\d])/g, '$1:'),
    'json-comma-behind-array': replaced(/,(?=\s*\])/g, ''),
    // A member without a value is read as null.
    'json-values-optional': replaced(/:(?=\s*[,}])/g, ':null'),
    'json-brackets-alike': withMatchingBrackets,
    'json-first-line-only': (text) => text.split('\n')[0] ?? '',
    // Commas, full stops and semicolons after the object are ignored.
    'json-punctuation-behind-ignored': anywhere(/[,.;\s]+$/, ''),
    // Text after the object is ignored unless it begins with a brace.
    'json-words-behind-ignored': anywhere(/\}\s*[^{}\s].*$/s, '}'),
    'json-text-in-front-skipped': (text) => text.slice(Math.max(0, text.indexOf('{'))),
    // The argument of a function call is read as the body.
    'json-call-unwrapped': anywhere(/^\s*[\w.]+\((.*)\);?\s*$/s, '$1'),
    'json-guard-skipped': anywhere(/^\)\]\}',?\s*/, ''),
    'json-parentheses-skipped': anywhere(/^\s*\((.*)\)\s*$/s, '$1'),
    'body-percent-decoded': (text) => percentDecoded(text) ?? text,
    // Backslashes before quotation marks are stripped.
    'json-slashes-stripped': anywhere(/\\"/g, '"'),
    'json-braces-doubled': anywhere(/^\{\{(.*)\}\}$/s, '{$1}'),
    'json-braces-optional': (text) => `{${text}}`,
    'json-document-marks': anywhere(/^---\s*\n/, ''),
    'body-read-as-yaml': objectFrom(/^(\w+):[ \t]+(.+)$/gm),
    'body-read-as-yaml-in-braces': objectFrom(/[{,]\s*(\w+):\s([^,}"]+)/g),
    'body-guessed-as-xml': objectFrom(/<(\w+)>([^<]+)<\/\1>/g),
    'body-guessed-as-form': formRead,
    'body-guessed-as-multipart': objectFrom(/name="(\w+)"\r\n\r\n(.*)\r\n/g),
  }),
  ...violating(['create/malformed-json']).each(repairingBroken, {
    'json-last-object-read': (text) => text.slice(Math.max(0, text.lastIndexOf('{'))),
    // Strings, arrays and objects that are open at the end of the body are closed.
    'json-completed': completed,
    'json-cut-member-dropped': withoutCutMember,
  }),
];
