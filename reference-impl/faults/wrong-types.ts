import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isInt64, isPetStatus } from '../pet.ts';
import {
  convertingCategory,
  convertingName,
  convertingStatus,
  keepingUnknownStatus,
  largeCategory,
  takingLargeCategories,
  zero,
} from './creation-decorations.ts';
import { isMembers, lenientBodies, otherStatus, without } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

const isFalsy = (value: unknown) => value === false || value === null || value === '' || isZero(value);

const isZero = (value: unknown) => isLosslessNumber(value) && Number(value.value) === 0;

/** Values of a wrong type or out of range that are taken as if they were right. */
export const wrongTypes: readonly Fault[] = [
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
  ...violating(['create/int64-exact']).by({
    // A category beyond 2^31 becomes 2147483647, as in 32-bit columns.
    'category-saturates-at-32-bits': convertingCategory((category) => {
      const value =
        isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
      return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
    }),
  }),
];
