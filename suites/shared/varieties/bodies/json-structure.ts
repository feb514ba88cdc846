import { type BrokenText, malformedBodies } from './body-case.ts';

function inside(valid: string): string {
  return valid.slice(1, -1);
}

/** Text around the object that stream, line and script parsers ignore or don't read. */
const around: readonly BrokenText[] = [
  ['a semicolon follows the object', (valid) => `${valid};`],
  ['the body has two lines with one object each', (valid) => `${valid}\n${valid}\n`],
  ['a NUL follows the object', (valid) => `${valid}\0`],
  ['a non-breaking space precedes the object', (valid) => `\u00a0${valid}`],
  ['an anti-hijacking prefix precedes the object', (valid) => `)]}',\n${valid}`],
  ['the object is the argument of a function call', (valid) => `callback(${valid});`],
  ['the object is in parentheses', (valid) => `(${valid})`],
  ['the object is a YAML document', (valid) => `---\n${valid}\n`],
  ['the body is percent-encoded', (valid) => encodeURIComponent(valid)],
  ['every quotation mark is escaped', (valid) => valid.replaceAll('"', '\\"')],
];

/** Comments of every style; other cases put them between brace and name. */
const comments: readonly BrokenText[] = [
  ['a // comment is between two members', (valid) => valid.replace(',', ', // pet\n')],
  ['a # comment is between two members', (valid) => valid.replace(',', ', # pet\n')],
  ['a comment follows the object', (valid) => `${valid} // pet`],
  ['a comment precedes the object', (valid) => `/* pet */${valid}`],
];

const punctuation: readonly BrokenText[] = [
  ['a comma precedes the first member', (valid) => `{,${inside(valid)}}`],
  ['two commas separate two members', (valid) => valid.replace(',', ',,')],
  ['a semicolon separates two members', (valid) => valid.replace(',', ';')],
  ['a line break without a comma separates two members', (valid) => valid.replace(',', '\n')],
  ['a colon is missing', (valid) => valid.replace(':', ' ')],
  ['arrows replace the colons', (valid) => valid.replaceAll(':', '=>')],
  ['a member has no value', (valid) => `{${inside(valid)},"chip":}`],
  ['an array has a trailing comma', (valid) => `{${inside(valid)},"tags":["tame",]}`],
  ['an array has no comma between its values', (valid) => `{${inside(valid)},"tags":["tame" "old"]}`],
  ['the braces are missing', inside],
  ['the object is closed by a bracket', (valid) => `{${inside(valid)}]`],
  ['the braces are doubled', (valid) => `{${valid}}`],
];

/** Truncated before or inside a token, mostly after the required members. */
const cutOff: readonly BrokenText[] = [
  ['the body ends after the categoryId', (valid) => valid.slice(0, valid.indexOf(',"status"'))],
  ['the body ends inside a value', (valid) => valid.slice(0, -4)],
  ['the body is a closing brace', () => '}'],
];

/** Characters between tokens that are not JSON white space (RFC 8259 section 2). */
const spaces: readonly BrokenText[] = [
  ['a form feed is between two members', (valid) => valid.replace(',', ',\f')],
  ['a vertical tab is between two members', (valid) => valid.replace(',', ',\v')],
  ['a non-breaking space is between two members', (valid) => valid.replace(',', ',\u00a0')],
  ['a byte order mark is between two members', (valid) => valid.replace(',', ',\ufeff')],
];

/** Other formats than JSON, for parsers that guess the format or accept a superset of JSON. */
const otherFormats: readonly BrokenText[] = [
  ['the body is YAML', (_, { name, categoryId }) => `name: ${name}\ncategoryId: ${categoryId}\n`],
  ['the body is YAML in braces', (_, { name, categoryId }) => `{name: ${name}, categoryId: ${categoryId}}`],
  [
    'the body is XML',
    (_, { name, categoryId }) => `<pet><name>${name}</name><categoryId>${categoryId}</categoryId></pet>`,
  ],
  [
    'the body is a multipart form',
    (_, { name, categoryId }) =>
      ['name', 'categoryId']
        .map((field) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`)
        .join(`${name}\r\n`)
        .concat(`${categoryId}\r\n--x--\r\n`),
  ],
];

/** JSON with a broken structure: extra, missing or misplaced tokens. */
export const jsonStructures = malformedBodies([
  ...spaces,
  ...comments,
  ...around,
  ...punctuation,
  ...otherFormats,
  ...cutOff,
]);
