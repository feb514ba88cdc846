import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isInt64 } from '../pet.ts';
import { converting, convertingSent, takingLargeCategories, zero } from './creation-field-decorations.ts';
import { bodyMembers, bodyText, crash, isMembers, lenientBodies, refusing, without } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

const isFalsy = (value: unknown) => value === false || value === null || value === '' || isZero(value);
const isZero = (value: unknown) => isLosslessNumber(value) && Number(value.value) === 0;

export const creationValues: readonly Fault[] = [
  ...violating(['create/missing-name']).by({
    'empty-object-accepted': lenientBodies((body) =>
      Object.keys(body).length === 0 ? { name: '', categoryId: zero } : body,
    ),

    'missing-name-taken-from-title': converting('name', (name, body) => name ?? body['title']),
  }),
  ...violating(['create/missing-name', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-object-crashes': refusing(
      'createPet',
      (request) => Object.keys(bodyMembers(request) ?? { some: 1 }).length === 0 && bodyText(request) !== '',
      crash,
    ),
  }),
  ...violating(['create/missing-category']).by({
    'missing-category-accepted-with-status': converting('categoryId', (category, body) =>
      category === undefined && body['status'] !== undefined ? zero : category,
    ),
    'missing-category-accepted-without-status': converting('categoryId', (category, body) =>
      category === undefined && body['status'] === undefined ? zero : category,
    ),
  }),
  ...violating(['create/wrong-name-type']).by({
    // The type of a name is only checked if it is truthy: false is read as an empty string.
    'name-false-unchecked': convertingSent('name', (name) => (name === false ? '' : name)),
    'name-object-read-by-member': convertingSent('name', (name) =>
      isMembers(name) ? String(Object.values(name)[0]) : name,
    ),
  }),
  ...violating(['create/wrong-category-type']).by({
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
    'category-2-to-63-accepted': takingLargeCategories((value) => (value === 2n ** 63n ? value - 1n : null)),
    // A categoryId with a fraction of zero is range-checked as a double, and clamped to the largest int64.
    'category-fraction-compared-as-double': convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && category.value.includes('.') && Number(category.value) === 2 ** 63
        ? new LosslessNumber('9223372036854775807')
        : category,
    ),
    'category-below-int64-accepted': takingLargeCategories((value) => (value < 0n ? -(2n ** 63n) : null)),
    // A categoryId like 1e300 is read up to the letter.
    'category-exponent-cut': convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^\d+e\d{3}$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/e.*/, ''))
        : category,
    ),
  }),
  ...violating(['create/unknown-status']).by({
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
  ...violating(['create/int64-exact'], {
    mayViolate: ['create/category-out-of-range', 'create/echoes-fields', 'get/returns-created'],
  }).by({
    // A category beyond 2^31 becomes 2147483647, as in 32-bit columns.
    'category-saturates-at-32-bits': convertingSent('categoryId', (category) => {
      const value =
        isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
      return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
    }),
  }),
];
