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
    'missing-name-empty': converting('name', (name) => name ?? (name === null ? null : '')),
    'missing-name-accepted-with-status': converting('name', (name, body) =>
      name === undefined && body['status'] !== undefined ? '' : name,
    ),
  }),
  ...violating(['create/missing-name', 'responses/documented-status']).by({
    'missing-name-422': otherStatus('createPet', isMissing('name'), 422),
  }),
  ...violating(['create/missing-name', 'create/missing-category']).by({
    // The members name and categoryId are also accepted as Name and CategoryId.
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
    // A creation of nothing but a name stores category 0.
    'name-alone-accepted': lenientBodies((body) =>
      Object.keys(body).join() === 'name' ? { ...body, categoryId: zero } : body,
    ),
    'missing-category-zero': converting('categoryId', (category) =>
      category === undefined ? zero : category,
    ),
  }),
  ...violating(['create/missing-category', 'responses/documented-status', 'errors/no-server-error']).by({
    'missing-category-500': otherStatus('createPet', isMissing('categoryId'), 500),
  }),
  ...violating(['create/wrong-name-type']).by({
    'name-number-taken-as-text': convertingSent('name', (name) =>
      isLosslessNumber(name) ? name.value : name,
    ),
    // true or false as name is converted to a string.
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
    // true as categoryId is read as 1, and false as 0.
    'category-boolean-taken-as-number': convertingSent('categoryId', (category) =>
      typeof category === 'boolean' ? new LosslessNumber(category ? '1' : '0') : category,
    ),
    'category-null-taken-as-zero': convertingSent('categoryId', (category) =>
      category === null ? zero : category,
    ),
  }),
  ...violating(['create/category-out-of-range']).by({
    'category-wraps': takingLargeCategories((value) => BigInt.asIntN(64, value)),
    // A categoryId beyond 64 bits is clamped to the largest or smallest int64.
    'category-saturates': takingLargeCategories((value) => (value > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
  }),
  ...violating(['create/category-out-of-range', 'responses/schema'], {
    mayViolate: ['list/returns-pets'],
  }).by({
    // A categoryId from 2^63 to 2^64-1 is accepted.
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
  }),
  ...violating(['create/unknown-status', 'responses/schema'], { mayViolate: ['list/returns-pets'] }).by({
    'status-unknown-kept': keepingUnknownStatus,
  }),
];
