import { type BrokenText, inDigits, magnitude, malformedBodies } from './body-case.ts';

/** Adds an unknown member, which a valid body may have: its value breaks the syntax, but has no wrong type. */
function further(member: string): BrokenText[1] {
  return (valid) => `${valid.slice(0, -1)},${member}}`;
}

/** The same category in a notation that JSON doesn't have. */
function category(write: (digits: string) => string): BrokenText[1] {
  return (valid, { categoryId }) =>
    valid.replace(`"categoryId":${categoryId}`, `"categoryId":${write(categoryId.toString())}`);
}

function inName(text: string): BrokenText[1] {
  return (valid) => valid.replace('"name":"', `"name":"${text} `);
}

const numbers: readonly BrokenText[] = [
  ['a number has a leading plus', category((digits) => `+${digits}`)],
  ['a number ends with its decimal point', category((digits) => `${digits}.`)],
  ['a number is hexadecimal', category((digits) => `0x${magnitude(digits).toString(16)}`)],
  ['a number is octal', category((digits) => `0o${magnitude(digits).toString(8)}`)],
  ['an exponent has no digits', category((digits) => `${digits}e`)],
  ['a number has an L suffix', category((digits) => `${digits}L`)],
  ['a number is in a function call', category((digits) => `NumberLong(${digits})`)],
  ['a number has full-width digits', category((digits) => inDigits(digits, 0xff10))],
  ['a number begins with its decimal point', further('"weight":.5')],
  ['a negative number has a leading zero', further('"weight":-01')],
  ['a number has an underscore', further('"weight":1_000')],
  ['a number has two signs', further('"weight":--1')],
];

const words: readonly BrokenText[] = [
  ['an unknown member is Infinity', further('"weight":Infinity')],
  ['an unknown member is nan', further('"weight":nan')],
  ['an unknown member is undefined', further('"chip":undefined')],
  ['an unknown member is None', further('"chip":None')],
  ['an unknown member is True', further('"tame":True')],
  ['status is a bare word', (valid) => valid.replace(/"status":"(\w+)"/, '"status":$1')],
];

const quotes: readonly BrokenText[] = [
  ['a value is in single quotes', (valid, { name }) => valid.replace(`"${name}"`, `'${name}'`)],
  ['a member name is in single quotes', (valid) => valid.replace('"name"', "'name'")],
  ['a value is in backticks', (valid, { name }) => valid.replace(`"${name}"`, `\`${name}\``)],
  [
    'a value is in typographic quotes',
    (valid, { name }) => valid.replace(`"${name}"`, `\u201c${name}\u201d`),
  ],
  ['a value is two strings', (valid, { name }) => valid.replace(`"${name}"`, `"${name}" "x"`)],
];

/** Characters and escapes in a string (RFC 8259 section 7). */
const characters: readonly BrokenText[] = [
  ['a string has a raw tab', inName('a\tb')],
  ['a string has a raw NUL', inName('a\0b')],
  ['a string has a raw carriage return', inName('a\rb')],
  ['a string has an escaped line break', inName('a\\\nb')],
  ['an escape has only two digits', inName('\\u12')],
  ['an escape has its digits in braces', inName('\\u{41}')],
  ['an escape has a capital U', inName('\\U00000041')],
  ['a single quote is escaped', inName("\\'")],
  ['the letter a is escaped', inName('\\a')],
  ['a space is escaped', inName('\\ ')],
];

/** JSON in which one number, word, string or escape has an invalid notation. */
export const jsonTokens = malformedBodies([...characters, ...numbers, ...quotes, ...words]);
