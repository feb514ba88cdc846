import {
  anywhere,
  outside,
  type Reader,
  readerFaults,
  repairingBroken,
  replaced,
} from './creation-reader-decorations.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** What opens in a text and has not been closed at its end, the quotation mark of a string included. */
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

/** Every bracket closed by the one that belongs to it. */
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

/** An object of what a pattern with two groups finds in the text, or the text. */
function objectFrom(pattern: RegExp): (text: string) => string {
  return (text) => {
    const members = [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value] as const);
    return members.length > 1 ? objectOf(members) : text;
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const readers: readonly Reader<(text: string) => string>[] = [
  ['json-line-comments', 'Comments from // to the end of a line are skipped.', replaced(/\/\/.*/g, '')],
  ['json-hash-comments', 'Comments from # to the end of a line are skipped.', replaced(/#.*/g, '')],
  ['json-comment-in-front', 'A comment is skipped at the start of a body.', anywhere(/^\s*\/\*.*?\*\//s, '')],
  [
    'json-white-space-of-unicode',
    'What Unicode calls a space may stand between tokens.',
    replaced(/[\p{Z}\ufeff]/gu, ' '),
  ],
  [
    'json-white-space-of-c',
    'Form feeds and vertical tabs are white space, as to isspace.',
    replaced(/[\f\v]/g, ' '),
  ],
  [
    'json-controls-are-white-space',
    'Every character up to the blank may stand between tokens.',
    replaced(/\p{Cc}/gu, ' '),
  ],
  ['json-trimmed-before-reading', 'A body is trimmed of all white space of Unicode.', (text) => text.trim()],
  ['json-ends-at-nul', 'A body ends at its first NUL.', (text) => text.split('\0')[0] ?? ''],
  [
    'json-byte-order-marks-skipped',
    'Byte order marks are skipped wherever they stand.',
    anywhere(/\ufeff/g, ''),
  ],
  ['json-semicolons-for-commas', 'Semicolons may stand in place of commas.', replaced(/;(?=\s*$)/g, ',')],
  ['json-arrows-for-colons', 'Arrows may stand in place of colons.', replaced(/=>/g, ':')],
  ['json-equals-signs-for-colons', 'Equals signs may stand in place of colons.', replaced(/=(?!>)/g, ':')],
  [
    'json-line-breaks-for-commas',
    'Between members on lines of their own the comma may be missing.',
    anywhere(/(["\d}\]])[ \t]*\n\s*(?=")/g, '$1,'),
  ],
  [
    'json-commas-optional',
    'Between members the comma may be missing.',
    anywhere(/(["\d}\]])[ \t]+(?="\w+":)/g, '$1,'),
  ],
  [
    'json-commas-repeated',
    'Of several commas in a row all but one are skipped.',
    replaced(/,(?:\s*,)+/g, ','),
  ],
  ['json-comma-in-front', 'A comma in front of the first member is skipped.', replaced(/([{[])\s*,/g, '$1')],
  [
    'json-colons-optional',
    'Between a name and its value the colon may be missing.',
    anywhere(/([{,]\s*"\w+")\s+(?=["\d])/g, '$1:'),
  ],
  [
    'json-comma-behind-array',
    'A comma behind the last value of an array is skipped.',
    replaced(/,(?=\s*\])/g, ''),
  ],
  ['json-values-optional', 'A member without a value is null.', replaced(/:(?=\s*[,}])/g, ':null')],
  ['json-brackets-alike', 'A brace or a bracket closes whatever is open.', withMatchingBrackets],
  ['json-first-line-only', 'Of a body the first line is read.', (text) => text.split('\n')[0] ?? ''],
  [
    'json-last-object-read',
    'Of several objects in a body the last one is read.',
    (text) => text.slice(Math.max(0, text.lastIndexOf('{'))),
    'any run',
  ],
  [
    'json-punctuation-behind-ignored',
    'Commas, points and semicolons behind a body are ignored.',
    anywhere(/[,.;\s]+$/, ''),
  ],
  [
    'json-words-behind-ignored',
    'Whatever follows an object is ignored where it begins with no brace.',
    anywhere(/\}\s*[^{}\s].*$/s, '}'),
  ],
  [
    'json-completed',
    'Strings, arrays and objects that are open at the end are closed.',
    completed,
    'any run',
  ],
  [
    'json-cut-member-dropped',
    'A member that is cut off is dropped, and the object closed.',
    withoutCutMember,
    'any run',
  ],
  [
    'json-text-in-front-skipped',
    'What stands in front of the first brace is skipped.',
    (text) => text.slice(Math.max(0, text.indexOf('{'))),
  ],
  ['json-call-unwrapped', 'Of a call the argument is read.', anywhere(/^\s*[\w.]+\((.*)\);?\s*$/s, '$1')],
  ['json-guard-skipped', 'A guard against scripts is skipped.', anywhere(/^\)\]\}',?\s*/, '')],
  ['json-parentheses-skipped', 'Parentheses around a body are skipped.', anywhere(/^\s*\((.*)\)\s*$/s, '$1')],
  ['body-percent-decoded', 'A body is percent-decoded where it is no JSON.', decoded],
  ['json-slashes-stripped', 'Backslashes in front of quotation marks are stripped.', anywhere(/\\"/g, '"')],
  [
    'json-braces-doubled',
    'Braces may stand twice, as templates write them.',
    anywhere(/^\{\{(.*)\}\}$/s, '{$1}'),
  ],
  ['json-braces-optional', 'The braces around a body may be missing.', (text) => `{${text}}`],
  ['json-document-marks', 'The mark of a YAML document is skipped.', anywhere(/^---\s*\n/, '')],
  [
    'body-read-as-yaml',
    'A body of lines with a name and a value is read as YAML.',
    objectFrom(/^(\w+):[ \t]+(.+)$/gm),
  ],
  [
    'body-read-as-yaml-in-braces',
    'Names and values in braces need no quotation marks, as in YAML.',
    objectFrom(/[{,]\s*(\w+):\s([^,}"]+)/g),
  ],
  [
    'body-guessed-as-xml',
    'A body that begins like XML is read as that.',
    objectFrom(/<(\w+)>([^<]+)<\/\1>/g),
  ],
  ['body-guessed-as-form', 'A body that looks like a form is read as one.', formRead],
  [
    'body-guessed-as-multipart',
    'A body that begins like a multipart form is read as one.',
    objectFrom(/name="(\w+)"\r\n\r\n(.*)\r\n/g),
  ],
];

function formRead(text: string): string {
  return /^\w+=[^{"]*$/.test(text) ? objectOf(new URLSearchParams(text)) : text;
}

/** Readers that take for JSON what is none by its structure. */
export const creationJsonReaders = readerFaults(['create/malformed-json'], readers, repairingBroken);
