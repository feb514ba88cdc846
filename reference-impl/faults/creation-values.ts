import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isInt64 } from '../pet.ts';
import { converting, convertingSent, takingLargeCategories, zero } from './creation-field-decorations.ts';
import { bodyMembers, bodyText, crash, isMembers, lenientBodies, refusing, without } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

const isFalsy = (value: unknown) => value === false || value === null || value === '' || isZero(value);
const isZero = (value: unknown) => isLosslessNumber(value) && Number(value.value) === 0;

export const creationValues: readonly Fault[] = [
  fault(
    'empty-object-accepted',
    'An empty object as body creates an animal without a name.',
    ['create/missing-name'],
    lenientBodies((body) => (Object.keys(body).length === 0 ? { name: '', categoryId: zero } : body)),
    { mayViolate: ['create/missing-category'] },
  ),
  fault(
    'empty-object-crashes',
    'An empty object as body returns 500.',
    ['create/missing-name', 'responses/documented-status', 'errors/no-server-error'],
    refusing(
      'createPet',
      (request) => Object.keys(bodyMembers(request) ?? { some: 1 }).length === 0 && bodyText(request) !== '',
      crash,
    ),
    { mayViolate: ['create/missing-category'] },
  ),
  fault(
    'missing-name-taken-from-title',
    'A missing name is read from another member.',
    ['create/missing-name'],
    converting('name', (name, body) => name ?? body['title']),
  ),
  fault(
    'missing-category-accepted-with-status',
    'A creation without a category is accepted if it has a status.',
    ['create/missing-category'],
    converting('categoryId', (category, body) =>
      category === undefined && body['status'] !== undefined ? zero : category,
    ),
  ),
  fault(
    'missing-category-accepted-without-status',
    'A creation with only a name is accepted.',
    ['create/missing-category'],
    converting('categoryId', (category, body) =>
      category === undefined && body['status'] === undefined ? zero : category,
    ),
  ),
  fault(
    'name-false-unchecked',
    'The type of a name is only checked if it is truthy: false is read as an empty string.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (name === false ? '' : name)),
  ),
  fault(
    'name-object-read-by-member',
    'An object as name is read as its first member.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (isMembers(name) ? String(Object.values(name)[0]) : name)),
  ),
  fault(
    'category-empty-is-zero',
    'An empty string as categoryId is read as 0.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (category === '' ? zero : category)),
  ),
  fault(
    'category-array-of-one',
    'An array with one number as categoryId is read as that number.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (Array.isArray(category) ? category[0] : category)),
  ),
  fault(
    'category-of-object',
    'An object with an id as categoryId is read as that id.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (isMembers(category) ? category['id'] : category)),
  ),
  fault(
    'category-fraction-rounded',
    'A fraction as categoryId is rounded.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^-?\d{1,15}\.\d+$/.test(category.value)
        ? new LosslessNumber(String(Math.round(Number(category.value))))
        : category,
    ),
  ),
  fault(
    'category-2-to-63-accepted',
    'The categoryId 2^63, equal to the largest int64 as a double, is clamped to it.',
    ['create/category-out-of-range'],
    takingLargeCategories((value) => (value === 2n ** 63n ? value - 1n : null)),
  ),
  fault(
    'category-fraction-compared-as-double',
    'A categoryId with a fraction of zero is range-checked as a double, and clamped to the largest int64.',
    ['create/category-out-of-range'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && category.value.includes('.') && Number(category.value) === 2 ** 63
        ? new LosslessNumber('9223372036854775807')
        : category,
    ),
  ),
  fault(
    'category-below-int64-accepted',
    'A categoryId below int64 is clamped to the smallest int64.',
    ['create/category-out-of-range'],
    takingLargeCategories((value) => (value < 0n ? -(2n ** 63n) : null)),
  ),
  fault(
    'category-exponent-cut',
    'A categoryId like 1e300 is read up to the letter.',
    ['create/category-out-of-range'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^\d+e\d{3}$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/e.*/, ''))
        : category,
    ),
  ),
  fault(
    'status-capitals-accepted',
    'A status in upper case is accepted, like the name of a constant.',
    ['create/unknown-status'],
    convertingSent('status', (status) =>
      typeof status === 'string' && /^[A-Z]+$/.test(status) ? status.toLowerCase() : status,
    ),
  ),
  fault(
    'status-trailing-blank-ignored',
    'Trailing spaces of a status are ignored, as in padded columns.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (typeof status === 'string' ? status.trimEnd() : status)),
  ),
  fault(
    'status-as-index',
    'A number as status is read as an index into the enumeration.',
    ['create/unknown-status'],
    convertingSent('status', (status) =>
      isLosslessNumber(status) ? ['available', 'pending', 'sold'][Number(status.value)] : status,
    ),
  ),
  fault(
    'status-of-every-object',
    'A status is looked up in an object, including inherited members such as constructor.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (typeof status === 'string' && status in {} ? undefined : status)),
  ),
  fault(
    'status-array-of-one',
    'An array with one status is read as that status.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (Array.isArray(status) ? status[0] : status)),
  ),
  fault(
    'status-adopted-known',
    'A fourth status, adopted, is accepted and stored as sold.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (status === 'adopted' ? 'sold' : status)),
  ),
  fault(
    'status-false-taken-as-missing',
    'A falsy status is read as no status.',
    ['create/unknown-status'],
    lenientBodies((body) => (isFalsy(body['status']) ? without(body, 'status') : body)),
  ),
  fault(
    'category-saturates-at-32-bits',
    'A category beyond 2^31 becomes 2147483647, as in 32-bit columns.',
    ['create/int64-exact'],
    convertingSent('categoryId', (category) => {
      const value =
        isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
      return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
    }),
    { mayViolate: ['create/category-out-of-range', 'create/echoes-fields', 'get/returns-created'] },
  ),
];
