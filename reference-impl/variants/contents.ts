import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { bodyMembers, lenientBodies } from '../faults/decorations.ts';
import { createNewPetReader } from '../new-pet-reader.ts';
import { invalidBody, Problem } from '../problem.ts';
import { type Variant, variant } from './variant.ts';

const shownFields = ['name', 'categoryId', 'status'];
const wholeWithFraction = /^(-?\d+)\.0+$/;

export const contents: readonly Variant[] = [
  variant(
    'two-categories',
    'Only the categories 1 and 2 exist; a refusal says so.',
    () => ({ readNewPet: createNewPetReader([1n, 2n]) }),
    [1n, 2n],
  ),
  variant(
    'extra-fields-refused',
    'A creation with a field that is not shown is refused.',
    ({ readNewPet }) => ({
      readNewPet(request) {
        const newPet = readNewPet(request);
        const extra = Object.keys(bodyMembers(request) ?? {}).filter((name) => !shownFields.includes(name));
        if (extra.length > 0) {
          throw invalidBody(`There is no field ${extra.join(', ')}.`);
        }
        return newPet;
      },
    }),
  ),
  variant('more-fields', 'Pet and Error have more fields than shown, null and nested ones too.', (parts) => ({
    showPet: (pet, operation) => ({
      createdAt: '2026-01-01T00:00:00Z',
      ...parts.showPet(pet, operation),
      owner: null,
      links: { self: `/v1/pets/${pet.id}` },
      tags: ['tame'],
    }),
    showProblem(problem, request) {
      const outcome = parts.showProblem(problem, request);
      return { ...outcome, body: { ...Object(outcome.body), requestId: 'f3b1', details: [{ field: null }] } };
    },
  })),
  variant('status-filled-in', 'An animal without a status becomes available.', ({ petStore }) => ({
    petStore: { ...petStore, add: (pet) => petStore.add({ status: 'available', ...pet }) },
  })),
  variant(
    'names-bounded',
    'Names that are empty, longer than 64 characters or hold control characters are refused.',
    ({ readNewPet }) => ({
      readNewPet(request) {
        const newPet = readNewPet(request);
        if (!/^\P{Cc}{1,64}$/u.test(newPet.name)) {
          throw invalidBody('name must have 1 to 64 characters, none of them a control character.');
        }
        return newPet;
      },
    }),
  ),
  variant(
    'names-begin-with-a-letter',
    'Names that begin with anything but a letter, or hold anything but letters, digits and blanks, are refused.',
    ({ readNewPet }) => ({
      readNewPet(request) {
        const newPet = readNewPet(request);
        if (!/^[A-Za-z][A-Za-z0-9 ]*$/.test(newPet.name)) {
          throw invalidBody('name must begin with a letter, and hold letters, digits and blanks alone.');
        }
        return newPet;
      },
    }),
  ),
  variant('whole-fractions-read', 'A category like 1.0 is read as the integer that it is.', (parts) =>
    lenientBodies((body) => {
      const category = body['categoryId'];
      const whole = isLosslessNumber(category) ? wholeWithFraction.exec(category.value)?.[1] : undefined;
      return whole === undefined ? body : { ...body, categoryId: new LosslessNumber(whole) };
    }).apply(parts),
  ),
  variant('malformed-id-400', 'An id that is no int64 is answered 400.', ({ readPetId }) => ({
    readPetId(text) {
      const id = readPetId(text);
      if (id === null) {
        throw new Problem(400, 'invalid_parameter', 'petId must be an integer of 64 bits.');
      }
      return id;
    },
  })),
];
