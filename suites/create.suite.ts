import fc from 'fast-check';
import { anyInt64, int64Edges } from '../src/arbitraries/int64.ts';
import { nameBundles } from '../src/arbitraries/name-bundles.ts';
import {
  anyName,
  type NameShape,
  nameBounds,
  nameEdges,
  nameOf,
  plainName,
} from '../src/arbitraries/names.ts';
import { type NewPet, newPet, newPetText, optionalStatus, petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { isPlainCategory } from '../src/history/judge-creation.ts';
import { member, writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { assume } from '../src/runner/outcome.ts';
import type { Suite } from '../src/runner/suite.ts';
import { createPet } from '../src/target/api-request.ts';
import type { OutgoingRequest } from '../src/target/target.ts';
import { inTwoWrites } from './shared/as-others-send.ts';
import { listHasNoGaps } from './shared/list-without-gaps.ts';
import { createOddAnimals } from './shared/odd-animals.ts';
import { idsAreUnique } from './shared/unique-ids.ts';
import { judgeAccepted } from './shared/valid-creations.ts';
import { acceptsEveryType, acceptsWriting, plainWriting, writings } from './shared/written-creations.ts';

type Status = (typeof petStatuses)[number] | undefined;

/** The length of the request body in characters. */
function bodyLength({ exchange }: Answer): number {
  return exchange.request.body?.length ?? 0;
}

/** Names beyond plain ASCII: the service must return an accepted one undamaged, in the 201, by id and in lists. */
async function namesComeBack(check: Check): Promise<void> {
  if (check.plan.strength === 1) {
    await createOddAnimals(check);
    check.watched();
    return;
  }
  const category = check.category();
  const creation = (shape: NameShape, status: Status): OutgoingRequest => {
    const name = nameOf(shape, check.session.tags.next());
    return createPet(newPetText(newPet(name, category, status)), check.session.key);
  };
  let refused = 0;
  let toRead = check.plan.readings;
  const unread: Answer[] = [];
  await forExamples<[NameShape, Status]>(
    check,
    {
      edges: nameEdges.map((shape, index) => [shape, [...petStatuses, undefined][index % 4]]),
      arbitrary: fc.tuple(anyName, optionalStatus),
    },
    async ([shape, status]) => {
      const answer = await check.send(creation(shape, status));
      refused += answer.status === 400 ? 1 : 0;
      if (toRead > 0) {
        toRead -= 1;
        await check.readBack(answer);
      } else if (answer.status === 201) {
        unread.push(answer);
      }
    },
  );
  // Lists show all names, and a damaged one there triggers further reads. By id a few reads detect most faults.
  for (const [index, shape] of nameBundles.slice(0, 2).entries()) {
    const request = creation(shape, petStatuses[index]);
    // A service that decodes each chunk separately damages a character that spans two chunks.
    const answer = await check.send(index === 0 ? inTwoWrites(request) : request);
    await check.readBack(answer.status === 201 ? answer : (unread.pop() ?? answer));
  }
  const [longest] = unread.toSorted((left, right) => bodyLength(right) - bodyLength(left));
  if (longest !== undefined) {
    await check.readBack(longest);
  }
  // A service may refuse all of them.
  assume(
    check.isExercised || refused === 0 || check.hasFindings,
    `the service refused ${refused} names beyond plain ASCII, which it may`,
  );
  check.watched();
}

/** categoryIds anywhere in int64: the service must return an accepted one to the last digit. */
async function categoriesComeBack(check: Check): Promise<void> {
  const sent = check.history.created.flatMap(({ creation }) => creation?.sent.categoryId ?? []);
  if (check.plan.reuses && !sent.every(isPlainCategory)) {
    return;
  }
  let refused = 0;
  let accepted = 0;
  let toRead = check.plan.readings;
  await forExamples(check, { edges: int64Edges, arbitrary: anyInt64 }, async (categoryId) => {
    if (accepted === 0 && refused >= 2) {
      return;
    }
    const answer = await check.create({ ...check.plainPet(), categoryId });
    accepted += answer.status === 201 ? 1 : 0;
    refused += answer.status === 400 ? 1 : 0;
    if (toRead > 0) {
      toRead -= 1;
      await check.readBack(answer);
    }
  });
  assume(
    accepted > 0,
    refused > 0
      ? 'the service refuses the large categoryIds, which it may: pass large ones that exist with `--category-id N`'
      : 'no creation with such a categoryId returned 201: see create/accepts-valid',
  );
}

/** A creation with plain values must return 201 and an object. */
async function accepts(check: Check, pet: NewPet): Promise<void> {
  judgeAccepted(check, await check.create(pet));
}

/** Records the status of a creation that the document does not specify, and the outcome if the service accepts it. */
async function observeCreation(
  check: Check,
  what: string,
  body: NewPet | string,
  outcome: (answer: Answer) => string = () => '',
): Promise<void> {
  const answer = await check.create(body);
  const text = answer.status === 201 ? outcome(answer) : '';
  check.observe(`${what}: ${answer.status}${text === '' ? '' : `, ${text}`}`, answer);
}

/** Additions to a valid body, for services that look members up in an object, or read bytes. */
const extraFields: readonly { readonly what: string; readonly text: (pet: NewPet) => string }[] = [
  { what: 'an undocumented field', text: (pet) => newPetText(pet, { colour: 'black' }) },
  {
    what: 'fields named like properties of every object, and one with an empty name',
    text: (pet) => newPetText(pet, { constructor: 'x', toString: 'x', hasOwnProperty: true, '': 'x' }),
  },
  { what: 'a byte order mark in front', text: (pet) => `\ufeff${newPetText(pet)}` },
];

export const create: Suite = {
  'create/accepts-valid': async (check) => {
    if (check.plan.reuses) {
      check.evidence((await check.acceptedCreation(check.refusedStatus)).exchange);
    } else {
      for (const writing of check.chosen(writings(check.plan.strength))) {
        await acceptsWriting(check, writing);
      }
      await forExamples<[NameShape, Status]>(
        check,
        { edges: [], arbitrary: fc.tuple(plainName, fc.constantFrom(...petStatuses)) },
        ([shape, status]) => accepts(check, check.plainPet(status, shape)),
      );
    }
    for (const other of check.session.workingCategories.slice(1, 3)) {
      await accepts(check, { ...check.plainPet(), categoryId: other });
    }
  },

  'create/echoes-fields': { unlessExercised: (check) => check.createPlain() },

  'create/assigns-id': { unlessExercised: (check) => check.createPlain() },

  'create/text-exact': namesComeBack,

  'create/text-normalised': async (check) => check.watched(),

  'create/status-optional': {
    sends: async (check) => {
      for (let count = check.plan.cases; count > 0; count -= 1) {
        await acceptsWriting(check, plainWriting(undefined));
      }
    },
  },

  'create/int64-exact': categoriesComeBack,

  'create/content-type-parameters': async (check) => {
    // create/unique-ids sends a creation with such a Content-Type.
    if (!check.plan.isServed) {
      await acceptsEveryType(check);
    }
  },

  'create/name-bounds': async (check) => {
    for (const { feature, literal } of nameBounds) {
      const body = `{"name":${literal(check.session.tags.next())},"categoryId":${check.category()}}`;
      await observeCreation(check, feature, body);
    }
  },

  'create/category-existence': (check) =>
    observeCreation(check, 'an unknown category', {
      ...check.plainPet('sold'),
      categoryId: 7_203_685_477_580_801n,
    }),

  'create/extra-fields': async (check) => {
    for (const { what, text } of check.chosen(extraFields)) {
      const outcome = ({ json }: Answer) => (member(json, 'colour') === undefined ? 'ignored' : 'kept');
      await observeCreation(check, what, text(check.plainPet('sold')), outcome);
    }
  },

  'create/duplicate-members': (check) =>
    observeCreation(
      check,
      'a duplicate key',
      newPetText({ ...check.plainPet(), status: 'available' }).replace('}', ',"status":"sold"}'),
      ({ json }) => {
        const status = member(json, 'status');
        return status === 'sold'
          ? 'the last value wins'
          : status === 'available'
            ? 'the first value wins'
            : 'neither value wins';
      },
    ),

  'create/location': async (check) => {
    const answer = await check.createPlain('sold');
    const location = headerValue(answer.headers, 'Location');
    check.observe(
      location === undefined ? 'no Location header' : `Location: ${location.slice(0, 200)}`,
      answer,
    );
  },

  'create/default-status': async (check) => {
    const answer = await check.createPlain('none');
    const { pet } = answer;
    assume(pet !== null, 'no animal could be created without a status: see create/status-optional');
    const reading = await check.get(pet.id);
    const status = member(reading.json, 'status');
    check.observe(
      status === undefined ? 'it reads without a status' : `it reads as ${writeJson(status).slice(0, 60)}`,
      answer,
      reading,
    );
  },

  'create/unique-ids': async (check) => {
    await idsAreUnique(check);
    check.watched();
  },

  'list without gaps': listHasNoGaps,
};
