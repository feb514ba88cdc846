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
import { type Fault, fault } from './fault.ts';

export const creationFields: readonly Fault[] = [
  fault(
    'missing-name-empty',
    'A creation without a name stores an empty name.',
    ['create/missing-name'],
    converting('name', (name) => name ?? (name === null ? null : '')),
  ),
  fault(
    'missing-name-422',
    'A creation without a name returns 422.',
    ['create/missing-name', 'responses/documented-status'],
    otherStatus('createPet', isMissing('name'), 422),
    { mayViolate: ['create/missing-category'] },
  ),
  fault(
    'missing-name-accepted-with-status',
    'A creation without a name is accepted if it has a status.',
    ['create/missing-name'],
    converting('name', (name, body) => (name === undefined && body['status'] !== undefined ? '' : name)),
  ),
  fault(
    'members-in-any-letter-case',
    'The members name and categoryId are also accepted as Name and CategoryId.',
    ['create/missing-name', 'create/missing-category'],
    lenientBodies((body) => {
      const { Name: name, CategoryId: categoryId, ...others } = body;
      return {
        ...(name === undefined ? {} : { name }),
        ...(categoryId === undefined ? {} : { categoryId }),
        ...others,
      };
    }),
  ),
  fault(
    'missing-category-zero',
    'A creation without a category stores category 0.',
    ['create/missing-category'],
    converting('categoryId', (category) => (category === undefined ? zero : category)),
  ),
  fault(
    'missing-category-500',
    'A creation without a category returns 500.',
    ['create/missing-category', 'responses/documented-status', 'errors/no-server-error'],
    otherStatus('createPet', isMissing('categoryId'), 500),
    { mayViolate: ['create/missing-name'] },
  ),
  fault(
    'name-number-taken-as-text',
    'A number as name is converted to a string.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (isLosslessNumber(name) ? name.value : name)),
  ),
  fault(
    'name-boolean-taken-as-text',
    'true or false as name is converted to a string.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (typeof name === 'boolean' ? String(name) : name)),
  ),
  fault(
    'name-null-taken-as-empty',
    'null as name is read as an empty string.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (name === null ? '' : name)),
  ),
  fault(
    'name-array-joined',
    'An array as name is joined to one string.',
    ['create/wrong-name-type'],
    convertingSent('name', (name) => (Array.isArray(name) ? name.join(',') : name)),
  ),
  fault(
    'name-object-taken-as-text',
    'An object as name becomes the string [object Object].',
    ['create/wrong-name-type'],
    convertingSent('name', (name) =>
      typeof name === 'object' && name !== null && !Array.isArray(name) && !isLosslessNumber(name)
        ? '[object Object]'
        : name,
    ),
  ),
  fault(
    'category-text-taken-as-number',
    'A categoryId that is a string of digits is accepted.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) =>
      typeof category === 'string' && /^-?\d{1,18}$/.test(category)
        ? new LosslessNumber(`${BigInt(category)}`)
        : category,
    ),
  ),
  fault(
    'category-fraction-cut',
    'A fraction as categoryId is truncated: 1.5 becomes 1.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) =>
      isLosslessNumber(category) && /^-?\d{1,18}\.\d+$/.test(category.value)
        ? new LosslessNumber(category.value.replace(/\..*/, ''))
        : category,
    ),
  ),
  fault(
    'category-boolean-taken-as-number',
    'true as categoryId is read as 1, and false as 0.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) =>
      typeof category === 'boolean' ? new LosslessNumber(category ? '1' : '0') : category,
    ),
  ),
  fault(
    'category-null-taken-as-zero',
    'null as categoryId is read as 0.',
    ['create/wrong-category-type'],
    convertingSent('categoryId', (category) => (category === null ? zero : category)),
  ),
  fault(
    'category-wraps',
    'A categoryId beyond 64 bits wraps to 64 bits.',
    ['create/category-out-of-range'],
    takingLargeCategories((value) => BigInt.asIntN(64, value)),
  ),
  fault(
    'category-saturates',
    'A categoryId beyond 64 bits is clamped to the largest or smallest int64.',
    ['create/category-out-of-range'],
    takingLargeCategories((value) => (value > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
  ),
  fault(
    'category-unsigned',
    'A categoryId from 2^63 to 2^64-1 is accepted.',
    ['create/category-out-of-range', 'responses/schema'],
    takingLargeCategories((value) => (value > 0n && value < 2n ** 64n ? value : null)),
    { mayViolate: ['list/returns-pets'] },
  ),
  fault(
    'category-beyond-int64-crashes',
    'A categoryId beyond 64 bits returns 500.',
    ['create/category-out-of-range', 'responses/documented-status', 'errors/no-server-error'],
    otherStatus(
      'createPet',
      (problem, request) => problem.code === 'invalid_body' && largeCategory(request) !== null,
      500,
    ),
  ),
  fault(
    'status-letter-case-ignored',
    'A status in any letter case is accepted.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (typeof status === 'string' ? status.toLowerCase() : status)),
  ),
  fault(
    'status-padding-ignored',
    'A status with surrounding spaces is accepted.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (typeof status === 'string' ? status.trim() : status)),
  ),
  fault(
    'status-null-taken-as-missing',
    'null as status is read as no status.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (status === null ? undefined : status)),
  ),
  fault(
    'status-empty-taken-as-missing',
    'An empty status is read as no status.',
    ['create/unknown-status'],
    convertingSent('status', (status) => (status === '' ? undefined : status)),
  ),
  fault(
    'status-unknown-dropped',
    'An unknown status is read as no status.',
    ['create/unknown-status'],
    convertingSent('status', (status) =>
      typeof status === 'string' && !isPetStatus(status) ? undefined : status,
    ),
  ),
  fault(
    'status-unknown-kept',
    'Any string is accepted as status and returned.',
    ['create/unknown-status', 'responses/schema'],
    keepingUnknownStatus,
    { mayViolate: ['list/returns-pets'] },
  ),
];
