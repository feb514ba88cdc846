import fc from 'fast-check';
import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { type Fault, type InvalidCreation, inDigits, magnitude, malformed } from './invalid-creation.ts';

/** Deeper than parsers that call themselves for each level get, and still a short body. */
const nestedDeeply = 5_000;

/** Whether a text is well-formed JSON (RFC 8259). */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function inside(valid: string): string {
  return valid.slice(1, -1);
}

function replaced(breaks: string, before: string | RegExp, after: string): Fault {
  return malformed(breaks, (valid) => valid.replace(before, after));
}

/** Text after the first comma, between two members. */
function between(what: string, text: string): Fault {
  return replaced(`${what} is between two members`, ',', `,${text}`);
}

function inName(what: string, text: string): Fault {
  return replaced(what, '"name":"', `"name":"${text} `);
}

/** An unknown member, which a valid body may have: its value breaks the syntax, but has no wrong type. */
function further(breaks: string, member: string): Fault {
  return malformed(breaks, (valid) => `{${inside(valid)},${member}}`);
}

/** The same category in a notation that JSON doesn't have. */
function category(what: string, write: (digits: string) => string): Fault {
  return malformed(`a number ${what}`, (valid, { categoryId }) =>
    valid.replace(`"categoryId":${categoryId}`, `"categoryId":${write(`${categoryId}`)}`),
  );
}

/** Bodies that are no JSON, the most effective first. */
export const malformedJson: readonly Fault[] = [
  // Readers of streams stop behind the first value.
  malformed('two objects follow each other', (valid) => `${valid} ${valid}`),
  malformed('the body is empty', () => ''),
  malformed('the closing brace is missing', (valid) => valid.slice(0, -1)),
  inName('a string has a raw line break', 'a\nb'),
  malformed('an object has a trailing comma', (valid) => `{${inside(valid)},}`),
  malformed('strings are in single quotes', (valid) => valid.replaceAll('"', "'")),
  malformed(
    `${nestedDeeply} nested arrays are not closed`,
    (valid) => `{${inside(valid)},"parents":${'['.repeat(nestedDeeply)}`,
  ),
  replaced('a comment precedes the first member', '{', '{/* pet */'),
  // In a documented member, parsers that know NaN would refuse it too.
  further('an unknown member is NaN', '"weight":NaN'),
  category('has a leading zero', (digits) => digits.replace(/\d/, '0$&')),
  inName('an escape is unknown', '\\x41'),
  replaced('a member name has no quotes', '"name"', 'name'),
  replaced('a comma is missing', ',', ' '),
  malformed('a closing brace is left over', (valid) => `${valid}}`),
  malformed('the body is white space', () => '   '),
  malformed('the body is a form', (_, { name, categoryId }) => `name=${name}&categoryId=${categoryId}`),
  replaced('an equals sign replaces a colon', ':', '='),

  // White space that is none of JSON's (RFC 8259 section 2), and comments of every style.
  between('a form feed', '\f'),
  between('a vertical tab', '\v'),
  between('a non-breaking space', '\u00a0'),
  between('a byte order mark', '\ufeff'),
  between('a // comment', ' // pet\n'),
  between('a # comment', ' # pet\n'),
  malformed('a comment follows the object', (valid) => `${valid} // pet`),
  malformed('a comment precedes the object', (valid) => `/* pet */${valid}`),

  // Text around the object that stream, line and script parsers ignore or don't read.
  malformed('a semicolon follows the object', (valid) => `${valid};`),
  malformed('the body has two lines with one object each', (valid) => `${valid}\n${valid}\n`),
  malformed('a NUL follows the object', (valid) => `${valid}\0`),
  malformed('a non-breaking space precedes the object', (valid) => `\u00a0${valid}`),
  malformed('an anti-hijacking prefix precedes the object', (valid) => `)]}',\n${valid}`),
  malformed('the object is the argument of a function call', (valid) => `callback(${valid});`),
  malformed('the object is in parentheses', (valid) => `(${valid})`),
  malformed('the object is a YAML document', (valid) => `---\n${valid}\n`),
  malformed('the body is percent-encoded', encodeURIComponent),
  malformed('every quotation mark is escaped', (valid) => valid.replaceAll('"', '\\"')),

  // Punctuation.
  replaced('a comma precedes the first member', '{', '{,'),
  replaced('two commas separate two members', ',', ',,'),
  replaced('a semicolon separates two members', ',', ';'),
  replaced('a line break without a comma separates two members', ',', '\n'),
  replaced('a colon is missing', ':', ' '),
  malformed('arrows replace the colons', (valid) => valid.replaceAll(':', '=>')),
  further('a member has no value', '"chip":'),
  further('an array has a trailing comma', '"tags":["tame",]'),
  further('an array has no comma between its values', '"tags":["tame" "old"]'),
  malformed('the braces are missing', inside),
  malformed('the object is closed by a bracket', (valid) => `{${inside(valid)}]`),
  malformed('the braces are doubled', (valid) => `{${valid}}`),

  // Other formats than JSON, for parsers that guess the format or accept a superset of JSON.
  malformed('the body is YAML', (_, pet) => `name: ${pet.name}\ncategoryId: ${pet.categoryId}\n`),
  malformed('the body is YAML in braces', (_, pet) => `{name: ${pet.name}, categoryId: ${pet.categoryId}}`),
  malformed(
    'the body is XML',
    (_, { name, categoryId }) => `<pet><name>${name}</name><categoryId>${categoryId}</categoryId></pet>`,
  ),
  malformed('the body is a multipart form', (_, { name, categoryId }) =>
    [`name="name"\r\n\r\n${name}`, `name="categoryId"\r\n\r\n${categoryId}`]
      .map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`)
      .join('')
      .concat('--x--\r\n'),
  ),

  // Cut off after the required members, or inside a token.
  malformed('the body ends after the categoryId', (valid) => valid.slice(0, valid.indexOf(',"status"'))),
  malformed('the body ends inside a value', (valid) => valid.slice(0, -4)),

  // Characters and escapes in a string (RFC 8259 section 7).
  inName('a string has a raw tab', 'a\tb'),
  inName('a string has a raw NUL', 'a\0b'),
  inName('a string has a raw carriage return', 'a\rb'),
  inName('a string has an escaped line break', 'a\\\nb'),
  inName('an escape has only two digits', '\\u12'),
  malformed('a string ends within an escape', (valid, { name }) => valid.replace(name, () => `${name}\\u12`)),
  inName('an escape has its digits in braces', '\\u{41}'),
  inName('an escape has a capital U', '\\U00000041'),
  inName('a single quote is escaped', "\\'"),
  inName('the letter a is escaped', '\\a'),
  inName('a space is escaped', '\\ '),

  // Numbers (RFC 8259 section 6).
  category('has a leading plus', (digits) => `+${digits}`),
  category('ends with its decimal point', (digits) => `${digits}.`),
  category('is hexadecimal', (digits) => `0x${magnitude(digits).toString(16)}`),
  category('is octal', (digits) => `0o${magnitude(digits).toString(8)}`),
  category('has an exponent without digits', (digits) => `${digits}e`),
  category('has an L suffix', (digits) => `${digits}L`),
  category('is in a function call', (digits) => `NumberLong(${digits})`),
  category('has full-width digits', (digits) => inDigits(digits, 0xff10)),
  further('a number begins with its decimal point', '"weight":.5'),
  further('a negative number has a leading zero', '"weight":-01'),
  further('a number has an underscore', '"weight":1_000'),
  further('a number has two signs', '"weight":--1'),

  // Quotes and words.
  replaced('a value is in single quotes', /"(placeOfName)"/, "'$1'"),
  replaced('a member name is in single quotes', '"name"', "'name'"),
  replaced('a value is in backticks', /"(placeOfName)"/, '`$1`'),
  replaced('a value is in typographic quotes', /"(placeOfName)"/, '\u201c$1\u201d'),
  replaced('a value is two strings', /"placeOfName"/, '$& "x"'),
  further('an unknown member is Infinity', '"weight":Infinity'),
  further('an unknown member is nan', '"weight":nan'),
  further('an unknown member is undefined', '"chip":undefined'),
  further('an unknown member is None', '"chip":None'),
  further('an unknown member is True', '"tame":True'),
  further('an unknown member is NULL', '"chip":NULL'),
  replaced('status is a bare word', /"status":"(\w+)"/, '"status":$1'),
  malformed('the body is a closing brace', () => '}'),
];

/** A valid body with a character removed or inserted, or cut off, that is no JSON any more. */
export function anyMalformedJson(pet: NewPet): fc.Arbitrary<InvalidCreation> {
  const valid = newPetText(pet);
  const inserted = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '\t', '#');
  return fc
    .tuple(fc.nat(valid.length - 1), fc.oneof(fc.constant('removed'), fc.constant('cut off'), inserted))
    .map(([at, change]) => {
      const [before, after] = [valid.slice(0, at), valid.slice(at)];
      switch (change) {
        case 'removed':
          return { text: before + after.slice(1), breaks: `character ${at} is removed` };
        case 'cut off':
          return { text: before, breaks: `the body ends after ${at} characters` };
        default:
          return { text: before + change + after, breaks: `${JSON.stringify(change)} is inserted at ${at}` };
      }
    })
    .filter(({ text }) => !isJson(text));
}
