import { type BrokenText, malformedBodies } from './body-case.ts';

function inside(valid: string): string {
  return valid.slice(1, -1);
}

/** What readers of streams, of lines and of scripts leave in the body, or never come to. */
const around: readonly BrokenText[] = [
  ['a semicolon stands behind the object', (valid) => `${valid};`],
  ['two objects stand on a line each', (valid) => `${valid}\n${valid}\n`],
  ['a NUL stands behind the object', (valid) => `${valid}\0`],
  ['a non-breaking space stands in front of the object', (valid) => `\u00a0${valid}`],
  ['the object stands behind a guard against scripts', (valid) => `)]}',\n${valid}`],
  ['the object is the argument of a call', (valid) => `callback(${valid});`],
  ['the object stands in parentheses', (valid) => `(${valid})`],
  ['the object is a document of YAML', (valid) => `---\n${valid}\n`],
  ['the body is percent-encoded', (valid) => encodeURIComponent(valid)],
  ['every quotation mark is escaped', (valid) => valid.replaceAll('"', '\\"')],
];

/** Comments of every style, in other places than between brace and name. */
const comments: readonly BrokenText[] = [
  ['a comment to the end of a line stands between two members', (valid) => valid.replace(',', ', // pet\n')],
  ['a comment with a hash stands between two members', (valid) => valid.replace(',', ', # pet\n')],
  ['a comment stands behind the object', (valid) => `${valid} // pet`],
  ['a comment stands in front of the object', (valid) => `/* pet */${valid}`],
];

const punctuation: readonly BrokenText[] = [
  ['a comma stands in front of the first member', (valid) => `{,${inside(valid)}}`],
  ['two commas stand between two members', (valid) => valid.replace(',', ',,')],
  ['a semicolon stands between two members', (valid) => valid.replace(',', ';')],
  ['a line break stands between two members, and no comma', (valid) => valid.replace(',', '\n')],
  ['a colon is missing', (valid) => valid.replace(':', ' ')],
  ['arrows stand in place of colons', (valid) => valid.replaceAll(':', '=>')],
  ['a member has no value', (valid) => `{${inside(valid)},"chip":}`],
  ['an array has a comma behind its last value', (valid) => `{${inside(valid)},"tags":["tame",]}`],
  ['an array has no comma between its values', (valid) => `{${inside(valid)},"tags":["tame" "old"]}`],
  ['the braces are missing', inside],
  ['the object is closed by a bracket', (valid) => `{${inside(valid)}]`],
  ['the braces stand twice', (valid) => `{${valid}}`],
];

/** Up to a token or into it, most of them behind all that is required. */
const cutOff: readonly BrokenText[] = [
  ['the body ends behind the categoryId', (valid) => valid.slice(0, valid.indexOf(',"status"'))],
  ['the body ends inside a value', (valid) => valid.slice(0, -4)],
  ['the body is a closing brace', () => '}'],
];

/** White space between tokens that is none of JSON's (RFC 8259 section 2). */
const spaces: readonly BrokenText[] = [
  ['a form feed stands between two members', (valid) => valid.replace(',', ',\f')],
  ['a vertical tab stands between two members', (valid) => valid.replace(',', ',\v')],
  ['a non-breaking space stands between two members', (valid) => valid.replace(',', ',\u00a0')],
  ['a byte order mark stands between two members', (valid) => valid.replace(',', ',\ufeff')],
];

/** Other formats than JSON, for readers that guess which one it is, or that know a superset. */
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

/** JSON texts whose structure is broken: tokens that are too many, missing or in the wrong place. */
export const jsonStructures = malformedBodies([
  ...spaces,
  ...comments,
  ...around,
  ...punctuation,
  ...otherFormats,
  ...cutOff,
]);
