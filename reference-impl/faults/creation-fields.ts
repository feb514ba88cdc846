import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isInt64, isPetStatus } from '../pet.ts';
import { internalError } from '../problem.ts';
import {
  converting,
  convertingSent,
  isMissing,
  keepingUnknownStatus,
  largeCategory,
  takingLargeCategories,
  zero,
} from './creation-field-decorations.ts';
import {
  bodyMembers,
  bodyText,
  isMembers,
  lenientBodies,
  otherStatus,
  refusing,
  without,
} from './decorations.ts';
import { type Fault, violating } from './fault.ts';

const isFalsy = (value: unknown) => value === false || value === null || value === '' || isZero(value);
const isZero = (value: unknown) => isLosslessNumber(value) && Number(value.value) === 0;

export const creationFields: readonly Fault[] = [
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
    'missing-name-422': otherStatus('createPet', isMissing('name'), 422),
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
    'missing-category-500': otherStatus('createPet', isMissing('categoryId'), 500),
  }),
  ...violating(['create/wrong-name-type']).by({
    'name-number-taken-as-text': convertingSent('name', (name) =>
      isLosslessNumber(name) ? name.value : name,
    ),
    'name-boolean-taken-as-text': convertingSent('name', (name) =>
      typeof name === 'boolean' ? String(name) : name,
    ),
    'name-null-taken-as-empty': convertingSent('name', (name) => (name === null ? '' : name)),
    'name-array-joined': convertingSent('name', (name) => (Array.isArray(name) ? name.join(',') : name)),
    'name-object-taken-as-text': convertingSent('name', (name) =>
      typeof name === 'object' && name !== null && !Array.isArray(name) && !isLosslessNumber(name)
        ? '[object Object]'
        : name,
    ),
    // The type of a name is only checked if it is truthy: false is read as an empty string.
    'name-false-unchecked': convertingSent('name', (name) => (name === false ? '' : name)),
    'name-object-read-by-member': convertingSent('name', (name) =>
      isMembers(name) ? String(Object.values(name)[0]) : name,
    ),
  }),
  ...violating(['create/wrong-category-type']).by({
    'category-text-taken-as-number': convertingSent('categoryId', (category) =>
      typeof category === 'string' && /^-?\d{1,18}$/.test(category)
        ? new LosslessNumber(`${BigInt(category)}`)
        : category,
    ),
    'category-fraction-cut': convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^-?\d{1,18}\.\d+$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/\..*/, ''))
        : category,
    ),
    'category-boolean-taken-as-number': convertingSent('categoryId', (category) =>
      typeof category === 'boolean' ? new LosslessNumber(category ? '1' : '0') : category,
    ),
    'category-null-taken-as-zero': convertingSent('categoryId', (category) =>
      category === null ? zero : category,
    ),
    'category-empty-is-zero': convertingSent('categoryId', (category) => (category === '' ? zero : category)),
    'category-array-of-one': convertingSent('categoryId', (category) =>
      Array.isArray(category) ? category[0] : category,
    ),
    'category-of-object': convertingSent('categoryId', (category) =>
      isMembers(category) ? category['id'] : category,
    ),
    'category-fraction-rounded': convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^-?\d{1,15}\.\d+$/.test(category.value)
        ? new LosslessNumber(String(Math.round(Number(category.value))))
        : category,
    ),
  }),
  ...violating(['create/category-out-of-range']).by({
    'category-wraps': takingLargeCategories((value) => BigInt.asIntN(64, value)),
    'category-saturates': takingLargeCategories((value) => (value > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
    'category-2-to-63-accepted': takingLargeCategories((value) => (value === 2n ** 63n ? value - 1n : null)),
    // A categoryId with a fraction of zero is range-checked as a double, and clamped to the largest int64.
    'category-fraction-compared-as-double': convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && category.value.includes('.') && Number(category.value) === 2 ** 63
        ? new LosslessNumber('9223372036854775807')
        : category,
    ),
    'category-below-int64-accepted': takingLargeCategories((value) => (value < 0n ? -(2n ** 63n) : null)),
    'category-exponent-cut': convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^\d+e\d{3}$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/e.*/, ''))
        : category,
    ),
  }),
  ...violating(['create/category-out-of-range', 'responses/schema']).by({
    'category-unsigned': takingLargeCategories((value) => (value > 0n && value < 2n ** 64n ? value : null)),
  }),
  ...violating(['create/category-out-of-range', 'responses/documented-status', 'errors/no-server-error']).by({
    'category-beyond-int64-crashes': otherStatus(
      'createPet',
      (problem, request) => problem.code === 'invalid_body' && largeCategory(request) !== null,
      500,
    ),
  }),
  ...violating(['create/unknown-status']).by({
    'status-letter-case-ignored': convertingSent('status', (status) =>
      typeof status === 'string' ? status.toLowerCase() : status,
    ),
    'status-padding-ignored': convertingSent('status', (status) =>
      typeof status === 'string' ? status.trim() : status,
    ),
    'status-null-taken-as-missing': convertingSent('status', (status) =>
      status === null ? undefined : status,
    ),
    'status-empty-taken-as-missing': convertingSent('status', (status) =>
      status === '' ? undefined : status,
    ),
    'status-unknown-dropped': convertingSent('status', (status) =>
      typeof status === 'string' && !isPetStatus(status) ? undefined : status,
    ),
    // A status in upper case is accepted, like the name of a constant.
    'status-capitals-accepted': convertingSent('status', (status) =>
      typeof status === 'string' && /^[A-Z]+$/.test(status) ? status.toLowerCase() : status,
    ),
    'status-trailing-blank-ignored': convertingSent('status', (status) =>
      typeof status === 'string' ? status.trimEnd() : status,
    ),
    'status-as-index': convertingSent('status', (status) =>
      isLosslessNumber(status) ? ['available', 'pending', 'sold'][Number(status.value)] : status,
    ),
    // A status is looked up in an object, including inherited members such as constructor.
    'status-of-every-object': convertingSent('status', (status) =>
      typeof status === 'string' && status in {} ? undefined : status,
    ),
    'status-array-of-one': convertingSent('status', (status) => (Array.isArray(status) ? status[0] : status)),
    'status-adopted-known': convertingSent('status', (status) => (status === 'adopted' ? 'sold' : status)),
    'status-false-taken-as-missing': lenientBodies((body) =>
      isFalsy(body['status']) ? without(body, 'status') : body,
    ),
  }),
  ...violating(['create/unknown-status', 'responses/schema']).by({
    'status-unknown-kept': keepingUnknownStatus,
  }),
  ...violating(['create/missing-name', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-object-crashes': refusing(
      'createPet',
      (request) => Object.keys(bodyMembers(request) ?? { some: 1 }).length === 0 && bodyText(request) !== '',
      internalError,
    ),
  }),
  ...violating(['create/int64-exact']).by({
    // A category beyond 2^31 becomes 2147483647, as in 32-bit columns.
    'category-saturates-at-32-bits': convertingSent('categoryId', (category) => {
      const value =
        isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
      return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
    }),
  }),
];
