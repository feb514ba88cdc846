import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isInt64, isPetStatus } from '../pet.ts';
import { parsed, takingContentType } from './creation-bodies.ts';
import {
  converting,
  convertingCategory,
  convertingName,
  convertingStatus,
  isMissing,
  keepingUnknownStatus,
  largeCategory,
  numberOf,
  takingLargeCategories,
  zero,
} from './creation-decorations.ts';
import {
  bodyMembers,
  bodyText,
  crashing,
  isMembers,
  type JsonMembers,
  lenientBodies,
  lenientText,
  otherStatus,
  without,
} from './decorations.ts';
import { type Fault, violating } from './fault.ts';

type Rename = (name: string) => string;

/** Renames members as a mapper does; existing members win. */
function renaming(rename: Rename) {
  return lenientBodies((body) => ({
    ...Object.fromEntries(Object.entries(body).map(([name, value]) => [rename(name), value])),
    ...body,
  }));
}

function camelCase(name: string): string {
  return name.replace(/[-_.\s]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The known member whose folded name is the same. */
function folding(fold: Rename): Rename {
  return (name) => ['name', 'categoryId', 'status'].find((known) => fold(known) === fold(name)) ?? name;
}

/** Lifts the members of a nested object to the level of its parent. */
function lifting(container: string) {
  return (body: JsonMembers): JsonMembers => {
    const inner = body[container];
    return isMembers(inner) ? { ...inner, ...body } : body;
  };
}

function onlyMember(body: JsonMembers): unknown {
  const [value, ...others] = Object.values(body);
  return others.length === 0 && isMembers(value) ? value : body;
}

function arrayOfPairs(text: string): string {
  const value = parsed(text);
  return Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2)
    ? JSON.stringify(Object.fromEntries(value))
    : text;
}

const nobody = '{"name":"","categoryId":1}';

/** Accepts bodies of some media types, never without one. */
function takingType(accepted: (type: string) => boolean) {
  return takingContentType((type) => type !== undefined && accepted(type));
}

const isFalsy = (value: unknown) => value === false || value === null || value === '' || isZero(value);
const isZero = (value: unknown) => isLosslessNumber(value) && Number(value.value) === 0;

/** Parsers that accept members with other names, places and types, and bodies with other media types. */
export const creationMembers: readonly Fault[] = [
  ...violating(['create/missing-category'], 'ample-allowance').each(renaming, {
    // ID at the end of a member name is accepted instead of Id.
    'members-last-capitals-ignored': (name) => name.replace(/ID$/, 'Id'),
    'members-in-capitals': (name) =>
      ({ NAME: 'name', CATEGORYID: 'categoryId', STATUS: 'status' })[name] ?? name,
    // The member name categoryid in lower case is accepted.
    'members-in-small-letters': (name) => (name === 'categoryid' ? 'categoryId' : name),
    'members-trimmed': (name) => name.trim(),
    'members-as-attributes': (name) => name.replace(/^@/, ''),
    'members-by-path': (name) =>
      name.replace(/^category[.[](id)\]?$/, 'categoryId').replace(/^pet[.[](\w+)\]?$/, '$1'),
    'category-by-short-name': (name) => (name === 'category' ? 'categoryId' : name),
  }),
  ...violating(['create/missing-category']).each(renaming, {
    'members-snake-case': camelCase,
    // Member names are compared only by their letters and digits, in any letter case.
    'members-punctuation-ignored': folding((name) => name.replace(/\W|_/g, '').toLowerCase()),
    'category-by-its-column': (name) => (name === 'category_id' ? 'categoryId' : name),
  }),
  ...violating(['create/missing-name'], 'ample-allowance').each(renaming, {
    'name-by-its-type': (name) => (camelCase(name) === 'petName' ? 'name' : name),
    'name-by-label': (name) => (name === 'label' ? 'name' : name),
    'name-by-private-field': (name) => (name === '_name' ? 'name' : name),
  }),
  ...violating(['create/missing-name'], 'ample-allowance').each(lenientBodies, {
    'body-in-a-root-member': onlyMember,
    'body-in-pet': lifting('pet'),
    'body-in-data': lifting('data'),
    'body-in-attributes': (body) => lifting('attributes')(lifting('data')(body)),
    'body-in-list': (body) => (Array.isArray(body['pets']) ? body['pets'][0] : body),
    'body-as-text': (body) => (typeof body['pet'] === 'string' ? (parsed(body['pet']) ?? body) : body),
    'name-optional-of-sold-animals': (body) =>
      body['status'] === 'sold' ? { name: 'unknown', ...body } : body,
  }),
  ...violating(['create/missing-category'], 'ample-allowance').each(lenientBodies, {
    'category-as-object': (body) =>
      isMembers(body['category']) ? { categoryId: body['category']['id'], ...body } : body,
    'members-in-attributes': lifting('attributes'),
    'category-optional-of-available-animals': (body) =>
      body['status'] === 'available' ? { categoryId: numberOf(1), ...body } : body,
  }),
  ...violating(['create/wrong-name-type'], 'ample-allowance').each(convertingName, {
    // Zero as name is read as an empty string, like other falsy values.
    'name-zero-unchecked': (name) => (isLosslessNumber(name) && Number(name.value) === 0 ? '' : name),
    'name-empty-array-unchecked': (name) => (Array.isArray(name) && name.length === 0 ? '' : name),
    'name-empty-object-unchecked': (name) => (isMembers(name) && Object.keys(name).length === 0 ? '' : name),
    'name-fraction-taken-as-text': (name) =>
      isLosslessNumber(name) && name.value.includes('.') ? name.value : name,
    'name-array-of-several-joined': (name) =>
      Array.isArray(name) && name.length > 1 ? name.join(' ') : name,
    'name-by-language': (name) => (isMembers(name) ? (name['en'] ?? name) : name),
    'name-of-value-object': (name) => (isMembers(name) ? (name['value'] ?? name) : name),
  }),
  ...violating(['create/body-not-object'], 'ample-allowance').each(lenientText, {
    'body-array-of-pairs': arrayOfPairs,
    'body-array-last-taken': (text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 1 && isMembers(value.at(-1))
        ? JSON.stringify(value.at(-1))
        : text;
    },
    'body-empty-string-accepted': (text) => (parsed(text) === '' ? nobody : text),
    'body-zero-accepted': (text) => (parsed(text) === 0 ? nobody : text),
  }),
  ...violating(['create/content-type-required'], 'ample-allowance').each(takingType, {
    'content-type-without-slash': (type) => type === 'json',
    'content-type-cut-short': (type) => 'application/json'.startsWith(type),
    'content-type-named-in-parameters': (type) =>
      type.includes('application/json') && !type.startsWith('application/json'),
    'content-type-with-x': (type) => /^(?:application|text)\/x-json$/.test(type),
    'content-type-json-lines': (type) => /[/-]ndjson$|[/-]jsonl(?:ines)?$|json-seq$/.test(type),
    'content-type-of-linked-data': (type) => type === 'application/ld+json',
    'content-type-of-patches': (type) => type === 'application/merge-patch+json',
    'content-type-json5': (type) => /[/-]json5$/.test(type),
    'content-type-javascript': (type) => /javascript$|ecmascript$/.test(type),
    'content-type-yaml': (type) => /[/-]ya?ml$/.test(type),
    'content-type-html': (type) => /html/.test(type),
  }),
  ...violating(['create/content-type-required']).each(takingType, {
    // A media range that includes application/json is accepted.
    'content-type-wildcard': (type) => /^(?:\*|application)\/\*$/.test(type),
  }),
  ...violating(['create/missing-name']).by({
    'missing-name-empty': converting('name', (name) => name ?? (name === null ? null : '')),
    'missing-name-accepted-with-status': converting('name', (name, body) =>
      name === undefined && body['status'] !== undefined ? '' : name,
    ),
    'empty-object-accepted': lenientBodies((body) =>
      Object.keys(body).length === 0 ? { name: '', categoryId: zero } : body,
    ),
    'missing-name-taken-from-title': converting('name', (name, body) => name ?? body['title']),
  }),
  ...violating(['create/missing-name', 'responses/documented-status']).by({
    'missing-name-422': otherStatus('createPet', 422, isMissing('name')),
  }),
  ...violating(['create/missing-name', 'create/missing-category']).by({
    'members-in-any-letter-case': lenientBodies((body) => {
      const { Name: name, CategoryId: categoryId, ...others } = body;
      return {
        ...(name === undefined ? {} : { name }),
        ...(categoryId === undefined ? {} : { categoryId }),
        ...others,
      };
    }),
  }),
  ...violating(['create/missing-category']).by({
    'name-alone-accepted': lenientBodies((body) =>
      Object.keys(body).join() === 'name' ? { ...body, categoryId: zero } : body,
    ),
    'missing-category-zero': converting('categoryId', (category) =>
      category === undefined ? zero : category,
    ),
    'missing-category-accepted-with-status': converting('categoryId', (category, body) =>
      category === undefined && body['status'] !== undefined ? zero : category,
    ),
    'missing-category-accepted-without-status': converting('categoryId', (category, body) =>
      category === undefined && body['status'] === undefined ? zero : category,
    ),
  }),
  ...violating(['create/missing-category', 'responses/documented-status', 'errors/no-server-error']).by({
    'missing-category-500': otherStatus('createPet', 500, isMissing('categoryId')),
  }),
  ...violating(['create/wrong-name-type']).each(convertingName, {
    'name-number-taken-as-text': (name) => (isLosslessNumber(name) ? name.value : name),
    'name-boolean-taken-as-text': (name) => (typeof name === 'boolean' ? String(name) : name),
    'name-null-taken-as-empty': (name) => (name === null ? '' : name),
    'name-array-joined': (name) => (Array.isArray(name) ? name.join(',') : name),
    'name-object-taken-as-text': (name) =>
      typeof name === 'object' && name !== null && !Array.isArray(name) && !isLosslessNumber(name)
        ? '[object Object]'
        : name,
    // The type of a name is only checked if it is truthy: false is read as an empty string.
    'name-false-unchecked': (name) => (name === false ? '' : name),
    'name-object-read-by-member': (name) => (isMembers(name) ? String(Object.values(name)[0]) : name),
  }),
  ...violating(['create/wrong-category-type']).each(convertingCategory, {
    'category-text-taken-as-number': (category) =>
      typeof category === 'string' && /^-?\d{1,18}$/.test(category)
        ? new LosslessNumber(`${BigInt(category)}`)
        : category,
    'category-fraction-cut': (category) =>
      isLosslessNumber(category) && /^-?\d{1,18}\.\d+$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/\..*/, ''))
        : category,
    'category-boolean-taken-as-number': (category) =>
      typeof category === 'boolean' ? new LosslessNumber(category ? '1' : '0') : category,
    'category-null-taken-as-zero': (category) => (category === null ? zero : category),
    'category-empty-is-zero': (category) => (category === '' ? zero : category),
    'category-array-of-one': (category) => (Array.isArray(category) ? category[0] : category),
    'category-of-object': (category) => (isMembers(category) ? category['id'] : category),
    'category-fraction-rounded': (category) =>
      isLosslessNumber(category) && /^-?\d{1,15}\.\d+$/.test(category.value)
        ? new LosslessNumber(String(Math.round(Number(category.value))))
        : category,
  }),
  ...violating(['create/category-out-of-range']).by({
    // A categoryId with a fraction of zero is range-checked as a double, and clamped to the largest int64.
    'category-fraction-compared-as-double': convertingCategory((category) =>
      isLosslessNumber(category) && category.value.includes('.') && Number(category.value) === 2 ** 63
        ? new LosslessNumber('9223372036854775807')
        : category,
    ),
    'category-exponent-cut': convertingCategory((category) =>
      isLosslessNumber(category) && /^\d+e\d{3}$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/e.*/, ''))
        : category,
    ),
  }),
  ...violating(['create/category-out-of-range']).each(takingLargeCategories, {
    'category-wraps': (value) => BigInt.asIntN(64, value),
    'category-saturates': (value) => (value > 0n ? 2n ** 63n - 1n : -(2n ** 63n)),
    'category-2-to-63-accepted': (value) => (value === 2n ** 63n ? value - 1n : null),
    'category-below-int64-accepted': (value) => (value < 0n ? -(2n ** 63n) : null),
  }),
  ...violating(['create/category-out-of-range', 'responses/schema']).by({
    'category-unsigned': takingLargeCategories((value) => (value > 0n && value < 2n ** 64n ? value : null)),
  }),
  ...violating(['create/category-out-of-range', 'responses/documented-status', 'errors/no-server-error']).by({
    'category-beyond-int64-crashes': otherStatus(
      'createPet',
      500,
      (problem, request) => problem.code === 'invalid_body' && largeCategory(request) !== null,
    ),
  }),
  ...violating(['create/unknown-status']).by({
    'status-false-taken-as-missing': lenientBodies((body) =>
      isFalsy(body['status']) ? without(body, 'status') : body,
    ),
  }),
  ...violating(['create/unknown-status']).each(convertingStatus, {
    'status-letter-case-ignored': (status) => (typeof status === 'string' ? status.toLowerCase() : status),
    'status-padding-ignored': (status) => (typeof status === 'string' ? status.trim() : status),
    'status-null-taken-as-missing': (status) => (status === null ? undefined : status),
    'status-empty-taken-as-missing': (status) => (status === '' ? undefined : status),
    'status-unknown-dropped': (status) =>
      typeof status === 'string' && !isPetStatus(status) ? undefined : status,
    // A status in upper case is accepted, like the name of a constant.
    'status-capitals-accepted': (status) =>
      typeof status === 'string' && /^[A-Z]+$/.test(status) ? status.toLowerCase() : status,
    'status-trailing-blank-ignored': (status) => (typeof status === 'string' ? status.trimEnd() : status),
    'status-as-index': (status) =>
      isLosslessNumber(status) ? ['available', 'pending', 'sold'][Number(status.value)] : status,
    // A status is looked up in an object, including inherited members such as constructor.
    'status-of-every-object': (status) => (typeof status === 'string' && status in {} ? undefined : status),
    'status-array-of-one': (status) => (Array.isArray(status) ? status[0] : status),
    'status-adopted-known': (status) => (status === 'adopted' ? 'sold' : status),
  }),
  ...violating(['create/unknown-status', 'responses/schema']).by({
    'status-unknown-kept': keepingUnknownStatus,
  }),
  ...violating(['create/missing-name', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-object-crashes': crashing(
      'createPet',
      (request) => Object.keys(bodyMembers(request) ?? { some: 1 }).length === 0 && bodyText(request) !== '',
    ),
  }),
  ...violating(['create/int64-exact']).by({
    // A category beyond 2^31 becomes 2147483647, as in 32-bit columns.
    'category-saturates-at-32-bits': convertingCategory((category) => {
      const value =
        isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
      return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
    }),
  }),
];
