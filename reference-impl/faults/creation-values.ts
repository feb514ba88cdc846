import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isInt64 } from '../pet.ts';
import { converting, convertingSent, takingLargeCategories, zero } from './creation-field-decorations.ts';
import { bodyMembers, bodyText, crash, isMembers, lenientBodies, refusing, without } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

const isFalsy = (value: unknown) => value === false || value === null || value === '' || isZero(value);
const isZero = (value: unknown) => isLosslessNumber(value) && Number(value.value) === 0;

export const creationValues: readonly Fault[] = [
  ...violating(['create/missing-name'], { mayViolate: ['create/missing-category'] }).by({
    'empty-object-accepted': [
      'An empty object as body creates an animal without a name.',
      lenientBodies((body) => (Object.keys(body).length === 0 ? { name: '', categoryId: zero } : body)),
    ],
  }),
  ...violating(['create/missing-name', 'responses/documented-status', 'errors/no-server-error'], {
    mayViolate: ['create/missing-category'],
  }).by({
    'empty-object-crashes': [
      'An empty object as body returns 500.',
      refusing(
        'createPet',
        (request) =>
          Object.keys(bodyMembers(request) ?? { some: 1 }).length === 0 && bodyText(request) !== '',
        crash,
      ),
    ],
  }),
  ...violating(['create/missing-name']).by({
    'missing-name-taken-from-title': [
      'A missing name is read from another member.',
      converting('name', (name, body) => name ?? body['title']),
    ],
  }),
  ...violating(['create/missing-category']).by({
    'missing-category-accepted-with-status': [
      'A creation without a category is accepted if it has a status.',
      converting('categoryId', (category, body) =>
        category === undefined && body['status'] !== undefined ? zero : category,
      ),
    ],
    'missing-category-accepted-without-status': [
      'A creation with only a name is accepted.',
      converting('categoryId', (category, body) =>
        category === undefined && body['status'] === undefined ? zero : category,
      ),
    ],
  }),
  ...violating(['create/wrong-name-type']).by({
    'name-false-unchecked': [
      'The type of a name is only checked if it is truthy: false is read as an empty string.',
      convertingSent('name', (name) => (name === false ? '' : name)),
    ],
    'name-object-read-by-member': [
      'An object as name is read as its first member.',
      convertingSent('name', (name) => (isMembers(name) ? String(Object.values(name)[0]) : name)),
    ],
  }),
  ...violating(['create/wrong-category-type']).by({
    'category-empty-is-zero': [
      'An empty string as categoryId is read as 0.',
      convertingSent('categoryId', (category) => (category === '' ? zero : category)),
    ],
    'category-array-of-one': [
      'An array with one number as categoryId is read as that number.',
      convertingSent('categoryId', (category) => (Array.isArray(category) ? category[0] : category)),
    ],
    'category-of-object': [
      'An object with an id as categoryId is read as that id.',
      convertingSent('categoryId', (category) => (isMembers(category) ? category['id'] : category)),
    ],
    'category-fraction-rounded': [
      'A fraction as categoryId is rounded.',
      convertingSent('categoryId', (category) =>
        isLosslessNumber(category) && /^-?\d{1,15}\.\d+$/.test(category.value)
          ? new LosslessNumber(String(Math.round(Number(category.value))))
          : category,
      ),
    ],
  }),
  ...violating(['create/category-out-of-range']).by({
    'category-2-to-63-accepted': [
      'The categoryId 2^63, equal to the largest int64 as a double, is clamped to it.',
      takingLargeCategories((value) => (value === 2n ** 63n ? value - 1n : null)),
    ],
    'category-fraction-compared-as-double': [
      'A categoryId with a fraction of zero is range-checked as a double, and clamped to the largest int64.',
      convertingSent('categoryId', (category) =>
        isLosslessNumber(category) && category.value.includes('.') && Number(category.value) === 2 ** 63
          ? new LosslessNumber('9223372036854775807')
          : category,
      ),
    ],
    'category-below-int64-accepted': [
      'A categoryId below int64 is clamped to the smallest int64.',
      takingLargeCategories((value) => (value < 0n ? -(2n ** 63n) : null)),
    ],
    'category-exponent-cut': [
      'A categoryId like 1e300 is read up to the letter.',
      convertingSent('categoryId', (category) =>
        isLosslessNumber(category) && /^\d+e\d{3}$/.test(category.value)
          ? new LosslessNumber(category.value.replace(/e.*/, ''))
          : category,
      ),
    ],
  }),
  ...violating(['create/unknown-status']).by({
    'status-capitals-accepted': [
      'A status in upper case is accepted, like the name of a constant.',
      convertingSent('status', (status) =>
        typeof status === 'string' && /^[A-Z]+$/.test(status) ? status.toLowerCase() : status,
      ),
    ],
    'status-trailing-blank-ignored': [
      'Trailing spaces of a status are ignored, as in padded columns.',
      convertingSent('status', (status) => (typeof status === 'string' ? status.trimEnd() : status)),
    ],
    'status-as-index': [
      'A number as status is read as an index into the enumeration.',
      convertingSent('status', (status) =>
        isLosslessNumber(status) ? ['available', 'pending', 'sold'][Number(status.value)] : status,
      ),
    ],
    'status-of-every-object': [
      'A status is looked up in an object, including inherited members such as constructor.',
      convertingSent('status', (status) => (typeof status === 'string' && status in {} ? undefined : status)),
    ],
    'status-array-of-one': [
      'An array with one status is read as that status.',
      convertingSent('status', (status) => (Array.isArray(status) ? status[0] : status)),
    ],
    'status-adopted-known': [
      'A fourth status, adopted, is accepted and stored as sold.',
      convertingSent('status', (status) => (status === 'adopted' ? 'sold' : status)),
    ],
    'status-false-taken-as-missing': [
      'A falsy status is read as no status.',
      lenientBodies((body) => (isFalsy(body['status']) ? without(body, 'status') : body)),
    ],
  }),
  ...violating(['create/int64-exact'], {
    mayViolate: ['create/category-out-of-range', 'create/echoes-fields', 'get/returns-created'],
  }).by({
    'category-saturates-at-32-bits': [
      'A category beyond 2^31 becomes 2147483647, as in 32-bit columns.',
      convertingSent('categoryId', (category) => {
        const value =
          isLosslessNumber(category) && /^-?\d+$/.test(category.value) ? BigInt(category.value) : 0n;
        return isInt64(value) && value > 2n ** 31n - 1n ? new LosslessNumber('2147483647') : category;
      }),
    ],
  }),
];
