import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import { type JsonObject, writeJson } from '../../src/json/exact-json.ts';
import {
  bigNumberAsName,
  bodyIs,
  categoryIs,
  each,
  type Fault,
  inDigits,
  type Literal,
  magnitude,
  membersAre,
  nameIs,
  renamed,
  sentAs,
  statusIs,
  statusless,
  without,
} from './invalid-creation.ts';

// In each list the most effective faults are first: those that most lenient services accept.

/** Deeper than converters that call themselves for each level get; parsers get that far. */
const nestedDeeply = 2_000;

/** Objects, arrays and strings that contain the whole pet. */
const envelopes: readonly (readonly [where: string, members: (pet: NewPet) => JsonObject])[] = [
  ['a member pet', (pet) => ({ pet: { ...pet } })],
  ['a member data', (pet) => ({ data: { ...pet } })],
  ['data and attributes', (pet) => ({ data: { type: 'pets', attributes: { ...pet } } })],
  ['an array pets', (pet) => ({ pets: [{ ...pet }] })],
  ['a string in a member pet', (pet) => ({ pet: writeJson({ ...pet }) })],
];

export const missingNames: readonly Fault[] = [
  without('name'),
  () => ({ text: '{}', breaks: 'everything is missing', accept: '*/*' }),
  statusless(without('name')),
  renamed('name', 'title'),
  statusless(renamed('name', 'Name')),
  ...envelopes.map(([where, members]) => membersAre(`the body is in ${where}`, members)),
  ...['NAME', 'petName', '_name', 'label', 'pet[name]'].map((name) => renamed('name', name)),
];

export const missingCategories: readonly Fault[] = [
  without('categoryId'),
  statusless(without('categoryId')),
  // Mappers between camel case and snake case accept the first one, and Go's encoding/json the second.
  membersAre('categoryId is named category_id and CategoryId', ({ name, categoryId }) => ({
    ...{ name, category_id: categoryId },
    CategoryId: categoryId,
  })),
  statusless(renamed('categoryId', 'CategoryId')),
  renamed('categoryId', 'breed'),
  ...['category', 'CATEGORYID', 'categoryid', 'categoryID', 'category.id'].map(anotherCategory),
  ...['categoryId ', '@categoryId', 'category[id]'].map(anotherCategory),
  membersAre('categoryId is nested as category.id', ({ categoryId, ...others }) => ({
    ...others,
    category: { id: categoryId },
  })),
  membersAre('categoryId is nested in attributes', ({ categoryId, ...others }) => ({
    ...others,
    attributes: { categoryId },
  })),
];

function anotherCategory(name: string): Fault {
  return renamed('categoryId', name);
}

export const wrongNameTypes: readonly Fault[] = [
  // Accepted by services that take a false value for none, and by those that accept any value.
  nameIs('false', 'false'),
  // In a valid creation a service could store the arrays, and they would break every list.
  nameIs(
    `an object that contains ${nestedDeeply} nested arrays`,
    (name) => `{"first":${name},"others":${'['.repeat(nestedDeeply)}${']'.repeat(nestedDeeply)}}`,
  ),
  nameIs('a number', '12345'),
  nameIs('null', 'null'),
  nameIs('true', 'true'),
  nameIs('an array', (name) => `[${name}]`),
  bigNumberAsName('a number beyond int64', '92233720368547758080'),
  nameIs('zero', '0'),
  bigNumberAsName('a number below int64', '-92233720368547758080'),
  nameIs('a number beyond a double', '1e400'),
  nameIs('an empty array', '[]'),
  nameIs('an empty object', '{}'),
  nameIs('a fraction', '1.5'),
  nameIs('an array of two strings', (name) => `[${name},"II"]`),
  nameIs('an object with a member value', (name) => `{"value":${name}}`),
  nameIs('an object with a member name', (name) => `{"name":${name}}`),
  nameIs('an object with a name per language', (name) => `{"en":${name}}`),
];

/** Strings that parsers of some language read as the number. */
const textsOfNumbers: readonly (readonly [notation: string, write: (digits: string) => string])[] = [
  ['a leading plus', (digits) => `+${digits}`],
  ['a leading space', (digits) => ` ${digits}`],
  ['a trailing line break', (digits) => `${digits}\n`],
  ['a leading non-breaking space', (digits) => `\u00a0${digits}`],
  ['a zero fraction', (digits) => `${digits}.0`],
  ['an exponent', (digits) => `${digits}e0`],
  ['leading zeros', (digits) => `00${digits}`],
  ['trailing words', (digits) => `${digits} dogs`],
  ['an L suffix', (digits) => `${digits}L`],
  ['an underscore', (digits) => `0_${digits}`],
  ['hexadecimal digits', (digits) => `0x${magnitude(digits).toString(16)}`],
  ['full-width digits', (digits) => inDigits(digits, 0xff10)],
  ['Arabic digits', (digits) => inDigits(digits, 0x0660)],
  ['a fraction', (digits) => `${digits}.50`],
  ['a trailing space', (digits) => `${digits} `],
];

/** The digits with a fraction that a double represents, so that no parser loses it (RFC 8259 section 6). */
const fraction: Literal = (digits) => (Number.isInteger(Number(`${digits}.5`)) ? '1.5' : `${digits}.5`);

export const wrongCategoryTypes: readonly Fault[] = [
  categoryIs('a fraction', fraction),
  categoryIs('a string of digits', (digits) => `"${digits}"`),
  categoryIs('null', 'null'),
  categoryIs('true', 'true'),
  categoryIs('an array', (digits) => `[${digits}]`),
  categoryIs('an object', (digits) => `{"id":${digits}}`),
  categoryIs('an empty string', '""'),
  categoryIs('a word', '"dogs"'),
  categoryIs('false', 'false'),
  categoryIs('an empty array', '[]'),
  categoryIs('an empty object', '{}'),
  categoryIs('a space', '" "'),
  categoryIs('an array with one string', (digits) => `["${digits}"]`),
  categoryIs('an object with a member value', (digits) => `{"value":${digits}}`),
  categoryIs('an int64 of MongoDB Extended JSON', (digits) => `{"$numberLong":"${digits}"}`),
  categoryIs('the string true', '"true"'),
  categoryIs('the string NaN', '"NaN"'),
  categoryIs('a date', '"2026-01-01"'),
  ...textsOfNumbers.map(([notation, write]) =>
    categoryIs(`a string of digits with ${notation}`, (digits) => JSON.stringify(write(digits))),
  ),
  // A double represents each of these too, and rounding, truncating or comparing turns them into integers.
  ...each(categoryIs, ['0.5', '-0.5', '1.2', '2.5', '5e-1', '1.25e1', '1.50', '4294967297.5', '1.5']),
];

/**
 * Besides the two neighbours of int64 none that a double rounds to a value within: -2^63 is a double, and a parser may
 * read a number just below it as that.
 */
export const categoriesOutOfRange: readonly Fault[] = [
  categoryIs('2^63, one above int64', '9223372036854775808'),
  categoryIs('-2^63-1, one below int64', '-9223372036854775809'),
  // Fits only after wrapping around.
  categoryIs('2^64 above a known category', (digits) => `${2n ** 64n + BigInt(digits)}`),
  // As doubles the maximum of int64 and 2^63 are equal.
  categoryIs('2^63 with a fraction of zero', '9223372036854775808.0'),
  categoryIs('1e300', '1e300'),
  categoryIs('10^29', `1${'0'.repeat(29)}`),
  categoryIs('2^63 and the category', (digits) => `${2n ** 63n + BigInt.asUintN(62, BigInt(digits))}`),
  ...each(categoryIs, ['1e19', '-1e19', '1e400']),
  categoryIs('922337203685477580800e-2, which is 2^63', '922337203685477580800e-2'),
  categoryIs('1e30 in digits', `1${'0'.repeat(30)}`),
  // Parsers limit the number of digits: Python's int to 4,300.
  categoryIs('1e5000 in digits', `1${'0'.repeat(5_000)}`),
  categoryIs('2^64 below the category', (digits) => `${BigInt(digits) - 2n ** 64n}`),
  categoryIs('2^128 above the category', (digits) => `${2n ** 128n + BigInt(digits)}`),
];

export const unknownStatuses: readonly Fault[] = [
  // Accepted by services that accept any word, or take an empty one for none.
  statusIs('an empty string', '""'),
  statusIs('in upper case', '"SOLD"'),
  // Databases compare columns of a fixed length without trailing spaces.
  statusIs('followed by a space', '"pending "'),
  statusIs('a word that the document does not list', '"adopted"'),
  statusIs('null', 'null'),
  statusIs('a number', '1'),
  statusIs('an array', '["available"]'),
  // Accepted by services that trim the status, or match it with an unanchored pattern.
  statusIs('padded with a space', '" available"'),
  // A property of every object in some languages, and so valid for services that look up statuses in an object.
  statusIs('the word constructor', '"constructor"'),
  statusIs('a boolean', 'true'),
  statusIs('an object', '{"value":"sold"}'),
  statusIs('in other letter case', '"Available"'),
  statusIs('false', 'false'),
  statusIs('zero', '0'),
  statusIs('two values in one', '"available,sold"'),
  // The end of a pattern may be the last line break.
  statusIs('followed by a line break', '"sold\\n"'),
  statusIs('a string of digits', '"1"'),
  ...each(statusIs, ['[]', '{}', '2', '-1', '0.0', '[null]', '["available","sold"]']),
  ...each(statusIs, ['{"status":"sold"}', '{"sold":true}']),
  ...each(
    statusIs,
    [
      // Services that map, fold or drop Unicode characters.
      ...['\u017fold', '\uff53\uff4f\uff4c\uff44', 'ava\u0131lable', 's\u00f6ld', 'so\u00adld', 's\u043eld'],
      // White space, and characters that trimming treats as such.
      ...['sold\t', '\u00a0sold', '   ', 'sold\0'],
      // Prefixes of the words, and words around them.
      ...['avail', 's', 'availables', 'sold.', '"sold"', '[sold]', 'sold|pending'],
      // Synonyms, translations and statuses of other versions.
      ...['reserved', 'active', 'archived', 'unknown', 'verkauft', 'all', 'true'],
      // Null literals of languages.
      ...['null', 'None'],
      // Names and indexes of enumerations.
      ...['PetStatus.sold', 'STATUS_SOLD', '0', '-1', '\ufeffsold', '\nsold'],
    ].map((text) => JSON.stringify(text)),
  ),
];

export const bodiesNotObjects: readonly Fault[] = [
  bodyIs('a number', () => '42'),
  bodyIs('null', () => 'null'),
  bodyIs('an array', (valid) => `[${valid}]`),
  bodyIs('a string that contains the object', (valid) => JSON.stringify(valid)),
  // Typed languages fill the fields of a type from an array, in order.
  bodyIs('an array of the values', (_, { name, categoryId, status }) =>
    writeJson([name, categoryId, status ?? null]),
  ),
  bodyIs('a boolean', () => 'true'),
  bodyIs('an empty array', () => '[]'),
  bodyIs('a string', (_, { name }) => JSON.stringify(name)),
  bodyIs('zero', () => '0'),
  bodyIs('an empty string', () => '""'),
  bodyIs('an array of two objects', (valid) => `[${valid},${valid}]`),
  bodyIs('an array of pairs', (_, { name, categoryId }) =>
    writeJson([
      ['name', name],
      ['categoryId', categoryId],
    ]),
  ),
  bodyIs('an array of an empty object', () => '[{}]'),
];

const form = 'application/x-www-form-urlencoded';

/** The animal in another format, with its media type. */
function writtenAs(format: string, contentType: string, write: (members: Members) => string): Fault {
  return ({ name, categoryId, status = 'sold' }) => ({
    text: write([
      ['name', name],
      ['categoryId', `${categoryId}`],
      ['status', status],
    ]),
    breaks: `the body is ${format} instead of JSON`,
    contentTypes: [contentType],
  });
}

type Members = readonly (readonly [name: string, value: string])[];

function inParts(members: Members): string {
  const parts = members.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--\r\n`;
}

function inXml(members: Members): string {
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<pet>${members.map(([name, value]) => `<${name}>${escaped(value)}</${name}>`).join('')}</pet>`;
}

export const otherMediaTypes: readonly Fault[] = [
  // Accepted by services that compare only the beginning, or accept any `+json`.
  sentAs('application/json-patch+json'),
  sentAs(null),
  ...['text/plain', form, 'application/octet-stream', 'text/json'].map(sentAs),
  writtenAs('a multipart form', 'multipart/form-data; boundary=x', inParts),
  // Accepted by services that compare media types as media ranges.
  sentAs('*/*'),
  ...['application/vnd.api+json', 'application/ld+json', 'application/json5'].map(sentAs),
  writtenAs('XML', 'application/xml', inXml),
  ...['application/x-json', '', 'json', 'application', 'text/plain; application/json'].map(sentAs),
  ...['application/json-seq', 'text/javascript', 'text/html', 'application/yaml', 'application/*'].map(
    sentAs,
  ),
  writtenAs('a form', form, (members) =>
    new URLSearchParams(members.map((member) => [...member])).toString(),
  ),
  ...['application/hal+json', 'application/merge-patch+json'].map(sentAs),
];
