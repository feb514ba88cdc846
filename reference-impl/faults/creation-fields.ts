import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { isPetStatus } from '../pet.ts';
import {
  converting,
  convertingSent,
  isMissing,
  keepingUnknownStatus,
  largeCategory,
  takingLargeCategories,
  zero,
} from './creation-field-decorations.ts';
import { lenientBodies, otherStatus } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

export const creationFields: readonly Fault[] = [
  ...violating(['create/missing-name']).by({
    'missing-name-empty': [
      'A creation without a name stores an empty name.',
      converting('name', (name) => name ?? (name === null ? null : '')),
    ],
    'missing-name-accepted-with-status': [
      'A creation without a name is accepted if it has a status.',
      converting('name', (name, body) => (name === undefined && body['status'] !== undefined ? '' : name)),
    ],
  }),
  ...violating(['create/missing-name', 'responses/documented-status'], {
    mayViolate: ['create/missing-category'],
  }).by({
    'missing-name-422': [
      'A creation without a name returns 422.',
      otherStatus('createPet', isMissing('name'), 422),
    ],
  }),
  ...violating(['create/missing-name', 'create/missing-category']).by({
    'members-in-any-letter-case': [
      'The members name and categoryId are also accepted as Name and CategoryId.',
      lenientBodies((body) => {
        const { Name: name, CategoryId: categoryId, ...others } = body;
        return {
          ...(name === undefined ? {} : { name }),
          ...(categoryId === undefined ? {} : { categoryId }),
          ...others,
        };
      }),
    ],
  }),
  ...violating(['create/missing-category']).by({
    'name-alone-accepted': [
      'A creation of nothing but a name stores category 0.',
      lenientBodies((body) => (Object.keys(body).join() === 'name' ? { ...body, categoryId: zero } : body)),
    ],
    'missing-category-zero': [
      'A creation without a category stores category 0.',
      converting('categoryId', (category) => (category === undefined ? zero : category)),
    ],
  }),
  ...violating(['create/missing-category', 'responses/documented-status', 'errors/no-server-error'], {
    mayViolate: ['create/missing-name'],
  }).by({
    'missing-category-500': [
      'A creation without a category returns 500.',
      otherStatus('createPet', isMissing('categoryId'), 500),
    ],
  }),
  ...violating(['create/wrong-name-type']).by({
    'name-number-taken-as-text': [
      'A number as name is converted to a string.',
      convertingSent('name', (name) => (isLosslessNumber(name) ? name.value : name)),
    ],
    'name-boolean-taken-as-text': [
      'true or false as name is converted to a string.',
      convertingSent('name', (name) => (typeof name === 'boolean' ? String(name) : name)),
    ],
    'name-null-taken-as-empty': [
      'null as name is read as an empty string.',
      convertingSent('name', (name) => (name === null ? '' : name)),
    ],
    'name-array-joined': [
      'An array as name is joined to one string.',
      convertingSent('name', (name) => (Array.isArray(name) ? name.join(',') : name)),
    ],
    'name-object-taken-as-text': [
      'An object as name becomes the string [object Object].',
      convertingSent('name', (name) =>
        typeof name === 'object' && name !== null && !Array.isArray(name) && !isLosslessNumber(name)
          ? '[object Object]'
          : name,
      ),
    ],
  }),
  ...violating(['create/wrong-category-type']).by({
    'category-text-taken-as-number': [
      'A categoryId that is a string of digits is accepted.',
      convertingSent('categoryId', (category) =>
        typeof category === 'string' && /^-?\d{1,18}$/.test(category)
          ? new LosslessNumber(`${BigInt(category)}`)
          : category,
      ),
    ],
    'category-fraction-cut': [
      'A fraction as categoryId is truncated: 1.5 becomes 1.',
      convertingSent('categoryId', (category) =>
        isLosslessNumber(category) && /^-?\d{1,18}\.\d+$/.test(category.value)
          ? new LosslessNumber(category.value.replace(/\..*/, ''))
          : category,
      ),
    ],
    'category-boolean-taken-as-number': [
      'true as categoryId is read as 1, and false as 0.',
      convertingSent('categoryId', (category) =>
        typeof category === 'boolean' ? new LosslessNumber(category ? '1' : '0') : category,
      ),
    ],
    'category-null-taken-as-zero': [
      'null as categoryId is read as 0.',
      convertingSent('categoryId', (category) => (category === null ? zero : category)),
    ],
  }),
  ...violating(['create/category-out-of-range']).by({
    'category-wraps': [
      'A categoryId beyond 64 bits wraps to 64 bits.',
      takingLargeCategories((value) => BigInt.asIntN(64, value)),
    ],
    'category-saturates': [
      'A categoryId beyond 64 bits is clamped to the largest or smallest int64.',
      takingLargeCategories((value) => (value > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
    ],
  }),
  ...violating(['create/category-out-of-range', 'responses/schema'], {
    mayViolate: ['list/returns-pets'],
  }).by({
    'category-unsigned': [
      'A categoryId from 2^63 to 2^64-1 is accepted.',
      takingLargeCategories((value) => (value > 0n && value < 2n ** 64n ? value : null)),
    ],
  }),
  ...violating(['create/category-out-of-range', 'responses/documented-status', 'errors/no-server-error']).by({
    'category-beyond-int64-crashes': [
      'A categoryId beyond 64 bits returns 500.',
      otherStatus(
        'createPet',
        (problem, request) => problem.code === 'invalid_body' && largeCategory(request) !== null,
        500,
      ),
    ],
  }),
  ...violating(['create/unknown-status']).by({
    'status-letter-case-ignored': [
      'A status in any letter case is accepted.',
      convertingSent('status', (status) => (typeof status === 'string' ? status.toLowerCase() : status)),
    ],
    'status-padding-ignored': [
      'A status with surrounding spaces is accepted.',
      convertingSent('status', (status) => (typeof status === 'string' ? status.trim() : status)),
    ],
    'status-null-taken-as-missing': [
      'null as status is read as no status.',
      convertingSent('status', (status) => (status === null ? undefined : status)),
    ],
    'status-empty-taken-as-missing': [
      'An empty status is read as no status.',
      convertingSent('status', (status) => (status === '' ? undefined : status)),
    ],
    'status-unknown-dropped': [
      'An unknown status is read as no status.',
      convertingSent('status', (status) =>
        typeof status === 'string' && !isPetStatus(status) ? undefined : status,
      ),
    ],
  }),
  ...violating(['create/unknown-status', 'responses/schema'], { mayViolate: ['list/returns-pets'] }).by({
    'status-unknown-kept': ['Any string is accepted as status and returned.', keepingUnknownStatus],
  }),
];
