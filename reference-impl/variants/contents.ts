import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { bodyMembers, bodyText, lenientBodies, storedPets, withBody } from '../faults/decorations.ts';
import { createNewPetReader } from '../new-pet-reader.ts';
import { invalidBody, Problem } from '../problem.ts';
import { type Variant, variant } from './variant.ts';

/** Keeps names in another form, an accepted name that it leaves empty as it was sent. */
function naming(change: (name: string) => string): Variant['apply'] {
  return (parts) => storedPets((pet) => ({ ...pet, name: change(pet.name) || pet.name })).apply(parts);
}

function isWholeAsDouble(literal: string): boolean {
  return /[.eE]/.test(literal) && Number.isInteger(Number(literal));
}

const shownFields = ['name', 'categoryId', 'status'];
const wholeWithFraction = /^(-?\d+)\.0+$/;

function restrictedNames(name: string, description: string, form: RegExp): Variant {
  return variant(name, description, ({ readNewPet }) => ({
    readNewPet(request) {
      const newPet = readNewPet(request);
      if (!form.test(newPet.name)) {
        throw invalidBody(`Not a name here. ${description}`);
      }
      return newPet;
    },
  }));
}

export const contents: readonly Variant[] = [
  variant(
    'two-categories',
    'Only the categories 1 and 2 exist; a refusal says so.',
    () => ({ readNewPet: createNewPetReader([1n, 2n]) }),
    [1n, 2n],
  ),
  variant(
    'nesting-bounded',
    'A body with arrays nested deeper than 64 levels is refused, whatever else is wrong with it.',
    ({ readNewPet }) => ({
      readNewPet(request) {
        if (/\[{65,}/.test(bodyText(request))) {
          throw invalidBody('This is nested too deeply.');
        }
        return readNewPet(request);
      },
    }),
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
  restrictedNames(
    'names-of-ten-letters',
    'Names have at most ten characters, and letters only.',
    /^[A-Za-z]{1,10}$/,
  ),
  restrictedNames('names-without-blanks', 'Names with white space in them are refused.', /^\S+$/),
  variant('whole-fractions-read', 'A category like 1.0 is read as the integer that it is.', (parts) =>
    lenientBodies((body) => {
      const category = body['categoryId'];
      const whole = isLosslessNumber(category) ? wholeWithFraction.exec(category.value)?.[1] : undefined;
      return whole === undefined ? body : { ...body, categoryId: new LosslessNumber(whole) };
    }).apply(parts),
  ),
  variant(
    'names-trimmed',
    'White space at the ends of names is trimmed.',
    naming((name) => name.trim()),
  ),
  variant(
    'names-collapsed',
    'White space in names is trimmed, and inside collapsed to one blank.',
    naming((name) => name.replace(/\s+/g, ' ').trim()),
  ),
  variant(
    'names-composed',
    'Names are kept in Unicode Normalization Form C.',
    naming((name) => name.normalize('NFC')),
  ),
  variant(
    'fractions-read-as-doubles',
    'Numbers are read as doubles, so that a category like 1.0000000000000000000001 is the integer 1.',
    (parts) =>
      lenientBodies((body) => {
        const category = body['categoryId'];
        return isLosslessNumber(category) && isWholeAsDouble(category.value)
          ? { ...body, categoryId: new LosslessNumber(BigInt(Number(category.value)).toString()) }
          : body;
      }).apply(parts),
  ),
  variant(
    'lenient-notations',
    'Ids like 007 and -0 are read as numbers, and a byte order mark before a body is skipped.',
    ({ readPetId, readNewPet }) => ({
      readPetId: (text) => readPetId(/^-?\d{1,30}$/.test(text) ? BigInt(text).toString() : text),
      readNewPet: (request) => readNewPet(withBody(request, bodyText(request))),
    }),
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
