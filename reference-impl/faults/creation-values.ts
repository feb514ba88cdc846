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
    'An empty object as body is accepted, as an animal without a name.',
    ['create/missing-name'],
    lenientBodies((body) => (Object.keys(body).length === 0 ? { name: '', categoryId: zero } : body)),
    { mayViolate: ['create/missing-category'] },
  ),
  fault(
    'empty-object-crashes',
    'An empty object as body is answered 500.',
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
    'Where there is no name, that of another field is taken.',
    ['create/missing-name'],
    converting('name', (name, body) => name ?? body['title']),
  ),
  fault(
    'missing-category-accepted-with-status',
    'A creation without a category is accepted where it has a status.',
    ['create/missing-category'],
    converting('categoryId', (category, body) =>
      category === undefined && body['status'] !== undefined ? zero : category,
    ),
  ),
  fault(
    'missing-category-accepted-without-status',
    'A creation with nothing but a name is accepted.',
    ['create/missing-category'],
    converting('categoryId', (category, body) =>
      category === undefined && body['status'] === undefined ? zero : category,
    ),
  ),
  fault(
    'name-false-unchecked',
    'The type of a name is looked at only where it is true in a condition: false passes as an empty name.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (name === false ? '' : name)),
  ),
  fault(
    'name-object-read-by-member',
    'Of an object as name the first member is taken.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (isMembers(name) ? String(Object.values(name)[0]) : name)),
  ),
  fault(
    'category-empty-is-zero',
    'An empty string as category is taken as 0.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (category === '' ? zero : category)),
  ),
  fault(
    'category-array-of-one',
    'Of an array with one number that number is taken as the category.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (Array.isArray(category) ? category[0] : category)),
  ),
  fault(
    'category-of-object',
    'Of an object with an id that id is taken as the category.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (isMembers(category) ? category['id'] : category)),
  ),
  fault(
    'category-fraction-rounded',
    'A category with a fraction is rounded.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^-?\d{1,15}\.\d+$/.test(category.value)
        ? new LosslessNumber(String(Math.round(Number(category.value))))
        : category,
    ),
  ),
  fault(
    'category-2-to-63-accepted',
    'The category 2^63, to a double the same as the largest, is accepted as that.',
    ['create/category-out-of-range'],
    takingLargeCategories((value) => (value === 2n ** 63n ? value - 1n : null)),
  ),
  fault(
    'category-fraction-compared-as-double',
    'A categoryId with a fraction of zero is compared with the bounds as a double, and cut to the largest int64.',
    ['create/category-out-of-range'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && category.value.includes('.') && Number(category.value) === 2 ** 63
        ? new LosslessNumber('9223372036854775807')
        : category,
    ),
  ),
  fault(
    'category-below-int64-accepted',
    'A category below int64 becomes the smallest one.',
    ['create/category-out-of-range'],
    takingLargeCategories((value) => (value < 0n ? -(2n ** 63n) : null)),
  ),
  fault(
    'category-exponent-cut',
    'Of a category like 1e300 the digits in front of the letter are taken.',
    ['create/category-out-of-range'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^\d+e\d{3}$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/e.*/, ''))
        : category,
    ),
  ),
  fault(
    'status-capitals-accepted',
    'A status is accepted in capital letters too, as the names of constants are.',
    ['create/unknown-status'],
    convertingSent('status', (status) =>
      typeof status === 'string' && /^[A-Z]+$/.test(status) ? status.toLowerCase() : status,
    ),
  ),
  fault(
    'status-trailing-blank-ignored',
    'Blanks behind a status are ignored, as padded columns compare.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (typeof status === 'string' ? status.trimEnd() : status)),
  ),
  fault(
    'status-as-index',
    'A number is taken as the place of a status in the enumeration.',
    ['create/unknown-status'],
    convertingSent('status', (status) =>
      isLosslessNumber(status) ? ['available', 'pending', 'sold'][Number(status.value)] : status,
    ),
  ),
  fault(
    'status-of-every-object',
    'A status is looked up among the members of an object, and constructor is one of every object.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (typeof status === 'string' && status in {} ? undefined : status)),
  ),
  fault(
    'status-array-of-one',
    'Of an array with one status that one is taken.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (Array.isArray(status) ? status[0] : status)),
  ),
  fault(
    'status-adopted-known',
    'There is a fourth status, adopted, which is stored as sold.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (status === 'adopted' ? 'sold' : status)),
  ),
  fault(
    'status-false-taken-as-missing',
    'What is false in a condition is taken as no status.',
    ['create/unknown-status'],
    lenientBodies((body) => (isFalsy(body['status']) ? without(body, 'status') : body)),
  ),
  fault(
    'category-saturates-at-32-bits',
    'A category beyond 2^31 becomes 2147483647, as columns of 32 bits store it.',
    ['create/int64-exact'],
    convertingSent('categoryId', (category) => {
      const value =
        isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
      return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
    }),
    { mayViolate: ['create/category-out-of-range', 'create/echoes-fields', 'get/returns-created'] },
  ),
];
