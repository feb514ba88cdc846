import { type BrokenText, inDigits, magnitude, malformedBodies } from './body-case.ts';

/** A member that a valid body may have besides: what is broken there is no wrong type as well. */
function further(member: string): BrokenText[1] {
  return (valid) => `${valid.slice(0, -1)},${member}}`;
}

/** The same category, in a notation that is none of JSON's. */
function category(write: (digits: string) => string): BrokenText[1] {
  return (valid, { categoryId }) =>
    valid.replace(`"categoryId":${categoryId}`, `"categoryId":${write(categoryId.toString())}`);
}

function inName(text: string): BrokenText[1] {
  return (valid) => valid.replace('"name":"', `"name":"${text} `);
}

const numbers: readonly BrokenText[] = [
  ['a number has a plus in front', category((digits) => `+${digits}`)],
  ['a number ends with its point', category((digits) => `${digits}.`)],
  ['a number is hexadecimal', category((digits) => `0x${magnitude(digits).toString(16)}`)],
  ['a number is octal', category((digits) => `0o${magnitude(digits).toString(8)}`)],
  ['an exponent has no digits', category((digits) => `${digits}e`)],
  ['a number has an L behind it', category((digits) => `${digits}L`)],
  ['a number stands in a call', category((digits) => `NumberLong(${digits})`)],
  ['a number is written in full-width digits', category((digits) => inDigits(digits, 0xff10))],
  ['a number begins with its point', further('"weight":.5')],
  ['a negative number has a zero in front', further('"weight":-01')],
  ['a number has an underscore', further('"weight":1_000')],
  ['a number has two signs', further('"weight":--1')],
];

const words: readonly BrokenText[] = [
  ['a further member is Infinity', further('"weight":Infinity')],
  ['a further member is nan', further('"weight":nan')],
  ['a further member is undefined', further('"chip":undefined')],
  ['a further member is None', further('"chip":None')],
  ['a further member is True', further('"tame":True')],
  ['status is a bare word', (valid) => valid.replace(/"status":"(\w+)"/, '"status":$1')],
];

const quotes: readonly BrokenText[] = [
  ['a value stands in single quotes', (valid, { name }) => valid.replace(`"${name}"`, `'${name}'`)],
  ['a member name stands in single quotes', (valid) => valid.replace('"name"', "'name'")],
  ['a value stands in backticks', (valid, { name }) => valid.replace(`"${name}"`, `\`${name}\``)],
  [
    'a value stands in typographic quotes',
    (valid, { name }) => valid.replace(`"${name}"`, `\u201c${name}\u201d`),
  ],
  ['a value is two strings', (valid, { name }) => valid.replace(`"${name}"`, `"${name}" "x"`)],
];

/** Inside of a string (RFC 8259 section 7). */
const characters: readonly BrokenText[] = [
  ['a raw tab stands inside a string', inName('a\tb')],
  ['a raw NUL stands inside a string', inName('a\0b')],
  ['a raw carriage return stands inside a string', inName('a\rb')],
  ['a line is continued inside a string', inName('a\\\nb')],
  ['an escape has two digits of four', inName('\\u12')],
  ['an escape has its digits in braces', inName('\\u{41}')],
  ['an escape has a capital U', inName('\\U00000041')],
  ['a single quote is escaped', inName("\\'")],
  ['a is escaped', inName('\\a')],
  ['a blank is escaped', inName('\\ ')],
];

/** JSON texts in which one number, word, string or escape is none of JSON's. */
export const jsonTokens = malformedBodies([...characters, ...numbers, ...quotes, ...words]);
