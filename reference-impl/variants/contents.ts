import { setTimeout } from 'node:timers/promises';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import {
  bodyText,
  hasOtherMember,
  lenientBodies,
  refusing,
  store,
  storedPets,
  withBody,
} from '../faults/decorations.ts';
import { upon } from '../faults/fault.ts';
import { byAge, everything, matching, refusingIds } from '../faults/store-decorations.ts';
import { createNewPetReader } from '../new-pet-reader.ts';
import type { Decoration } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { invalidBody, Problem } from '../problem.ts';
import { refusingCreations, type VariantRows } from './variant.ts';

/** Keeps names in another form, an accepted name that it leaves empty as it was sent. */
export function naming(change: (name: string) => string): Decoration {
  return storedPets((pet) => ({ ...pet, name: change(pet.name) || pet.name }));
}

function isWholeAsDouble(literal: string): boolean {
  return /[.eE]/.test(literal) && Number.isInteger(Number(literal));
}

const wholeWithFraction = /^(-?\d+)\.0+$/;

function restrictedNames(form: RegExp): Decoration {
  return refusingCreations(({ name }) => !form.test(name), invalidBody('name has another form here.'));
}

/** An available animal that is old enough reads as sold, by its id and in every list. */
function selling(afterMs: number): Decoration {
  return byAge((inner, ageMs) => {
    const now = (pet: Pet): Pet =>
      pet.status === 'available' && ageMs(pet.id) >= afterMs ? { ...pet, status: 'sold' } : pet;
    return {
      async get(id) {
        const pet = await inner.get(id);
        return pet && now(pet);
      },
      list: async (query) => matching((await everything(inner)).map(now), query),
    };
  });
}

export const contents: VariantRows = {
  'two-categories': [() => ({ readNewPet: createNewPetReader([1n, 2n]) }), [1n, 2n]],
  'nesting-bounded': refusing('createPet', (request) => /\[{65,}/.test(bodyText(request))),
  'a-code-for-each-rule': ({ readNewPet }) => ({
    readNewPet(request) {
      try {
        return readNewPet(request);
      } catch (error) {
        const rule = error instanceof Problem ? error.message.split(' ', 1).join('').toLowerCase() : '';
        throw error instanceof Problem ? new Problem(error.status, `invalid_${rule}`, error.message) : error;
      }
    },
  }),
  'creations-one-after-another': store((inner) => {
    let stored: Promise<unknown> = Promise.resolve();
    return {
      add(newPet) {
        const added = stored.then(() => setTimeout(2)).then(() => inner.add(newPet));
        stored = added;
        return added;
      },
    };
  }),
  'extra-fields-refused': refusingCreations(
    (_newPet, request) => hasOtherMember(request),
    invalidBody('There is no such field.'),
  ),
  // Pet and Error have undocumented members, including null and nested ones.
  'more-fields': (parts) => ({
    showPet: (pet, operation) => ({
      createdAt: '2026-01-01T00:00:00Z',
      ...parts.showPet(pet, operation),
      owner: null,
      links: { self: `/v1/pets/${pet.id}` },
      tags: ['tame'],
    }),
    showProblem(problem, request) {
      const outcome = parts.showProblem(problem, request);
      return {
        ...outcome,
        body: { ...Object(outcome.body), requestId: 'f3b1', details: [{ field: null }] },
      };
    },
  }),
  'status-filled-in': storedPets((pet) => ({ status: 'available', ...pet })),
  'names-bounded': restrictedNames(/^\P{Cc}{1,64}$/u),
  'names-begin-with-a-letter': restrictedNames(/^[A-Za-z][A-Za-z0-9 ]*$/),
  'names-of-ten-letters': restrictedNames(/^[A-Za-z]{1,10}$/),
  'names-of-two-short-words': restrictedNames(/^(?=.{1,19}$)[A-Z][A-Za-z0-9]*(?: [A-Za-z0-9]+)?$/),
  'names-of-three-words': restrictedNames(/^[a-z]\S*(?: +\S+){2,}$/),
  'names-other-than-rex': restrictedNames(/^(?!.*\brex\b)/i),
  'names-without-doubles': restrictedNames(/^(?!.*(.)\1)/i),
  'names-without-blanks': restrictedNames(/^\S+$/),
  'whole-fractions-read': lenientBodies((body) => {
    const category = body['categoryId'];
    const whole = isLosslessNumber(category) ? wholeWithFraction.exec(category.value)?.[1] : undefined;
    return whole === undefined ? body : { ...body, categoryId: new LosslessNumber(whole) };
  }),
  'names-trimmed': naming((name) => name.trim()),
  'names-collapsed': naming((name) => name.replace(/\s+/g, ' ').trim()),
  'names-composed': naming((name) => name.normalize('NFC')),
  // Numbers are parsed as doubles, so the categoryId 1.0000000000000000000001 is accepted as 1.
  'fractions-read-as-doubles': lenientBodies((body) => {
    const category = body['categoryId'];
    return isLosslessNumber(category) && isWholeAsDouble(category.value)
      ? { ...body, categoryId: new LosslessNumber(BigInt(Number(category.value)).toString()) }
      : body;
  }),
  // Ids like 007 and -0 are accepted, and a byte order mark before a body is skipped.
  'lenient-notations': ({ readPetId, readNewPet }) => ({
    readPetId: (text) => readPetId(/^-?\d{1,30}$/.test(text) ? BigInt(text).toString() : text),
    readNewPet: (request) => readNewPet(withBody(request, bodyText(request))),
  }),
  'malformed-id-400': refusingIds(
    (_text, id) => id === null,
    () => new Problem(400, 'invalid_parameter', 'petId must be an integer of 64 bits.'),
  ),
  'available-sold-after-300-ms': selling(300),
  // An available animal becomes sold 40 ms after its creation, and a list takes 80 ms.
  'available-sold-while-listed': upon(
    selling(40),
    store((inner) => ({
      async list(query) {
        const pets = await inner.list(query);
        await setTimeout(80);
        return pets;
      },
    })),
  ),
  'available-by-default': store((inner) => ({
    list: (query) => inner.list({ ...query, status: query.status ?? 'available' }),
  })),
};
