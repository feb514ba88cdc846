import fc from 'fast-check';
import { anyInt64, farId, int64Edges } from '../src/arbitraries/int64.ts';
import { anyName, nameBounds, plainName } from '../src/arbitraries/names.ts';
import { type NewPet, newPetText, petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { type JsonObject, member, writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/suite/answer.ts';
import type { Check } from '../src/suite/check.ts';
import { assume } from '../src/suite/outcome.ts';
import { once, rule, type Suite, table } from '../src/suite/suite.ts';
import { giantNames, type OddName, oddNames, shaped } from './cases/odd-names.ts';
import { createAndRead } from './steps/changed-statuses.ts';
import { type ClientId, farClientId, ofAnExistingAnimal } from './steps/client-ids.ts';
import { rarestStatus } from './steps/operations.ts';
import { categoriesTaken, categoryComesBack, nameComesBack, namesTaken } from './steps/returned-values.ts';
import { createEqualOnes, createUnlikeOnes } from './steps/unique-ids.ts';
import { judgeAccepted } from './steps/valid-creations.ts';
import {
  acceptsWriting,
  anyWriting,
  mediaTypes,
  plainWriting,
  usualWriting,
  type Writing,
  writings,
} from './steps/written-creations.ts';

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

/** Sends the body of an accepted creation again. A service may treat a duplicate as an invalid value and return 400. */
async function acceptsTheSameAgain(check: Check): Promise<void> {
  const first = await check.createPlain();
  assume(first.status === 201, `a plain creation returned ${first.status}: see create/accepts-valid`);
  const again = await check.create(first.exchange.request.body ?? '');
  if (again.status !== 400) {
    check.expectStatus(again, 201, 'A valid creation with the body of an earlier one', {
      kind: 'same-again-status',
      related: [{ role: 'the earlier creation', exchange: first.exchange.number }],
    });
  }
}

/** Additions to a valid body, for services that look members up in an object, or read bytes. */
const extraFields: readonly {
  readonly what: string;
  readonly fields?: JsonObject;
  readonly before?: string;
}[] = [
  { what: 'an undocumented field', fields: { colour: 'black' } },
  {
    what: 'fields named like properties of every object, and one with an empty name',
    fields: { constructor: 'x', toString: 'x', hasOwnProperty: true, '': 'x', ['__proto__']: 'x' },
  },
  {
    what: 'fields with lists, objects and null',
    fields: { tags: [], photoUrls: ['x'], category: { id: 1n, name: 'x' }, owner: null },
  },
  { what: 'a byte order mark in front', before: '\ufeff' },
];

export const create: Suite = {
  'one of every status': once(
    async (check) => {
      // Before the run creates animals: a cache may keep the one, and the other may be empty only now.
      await check.as('list/created-pet-listed').list();
      await check.as('list/status-accepted').list({ status: rarestStatus(check) });
      // The newest one is available, so that a list that lags by one animal shows.
      for (const status of ['none', ...petStatuses.toReversed()] as const) {
        await createAndRead(check, status);
      }
    },
    { time: 'first', smoke: true, requests: 10, animals: 4 },
  ),

  'create/accepts-valid': table<Writing>({
    smoke: true,
    animals: 1,
    cases: writings,
    shrinks: anyWriting,
    generated: () =>
      fc
        .tuple(plainName, fc.constantFrom(...petStatuses))
        .map(([shape, status]) => ({ ...usualWriting, shape, status })),
    test: acceptsWriting,
    after: async (check) => {
      for (const categoryId of check.session.workingCategories.slice(1, 3)) {
        judgeAccepted(check, await check.create({ ...check.plainPet(), categoryId }));
      }
    },
  }),

  'create/accepts-valid, the same animal again': once(acceptsTheSameAgain, { requests: 2, animals: 2 }),

  'create/echoes-fields': rule({ creates: true }),

  'create/assigns-id': rule({ creates: true }),

  'create/status-optional': table({
    smoke: true,
    animals: 1,
    control: 'createPet',
    cases: [plainWriting(undefined)],
    test: acceptsWriting,
  }),

  'create/content-type-parameters': table({
    animals: 1,
    control: 'createPet',
    cases: mediaTypes,
    test: (check, mediaType) => acceptsWriting(check, { ...usualWriting, mediaType }),
  }),

  'create/unique-ids': table({
    smoke: true,
    animals: 4,
    requests: 5,
    cases: [createEqualOnes, createUnlikeOnes],
    test: (check, send) => send(check),
  }),

  'create/int64-exact': table({
    smoke: true,
    animals: 1,
    cases: int64Edges,
    generated: () => anyInt64,
    test: categoryComesBack,
    after: async (check) => {
      const { accepted, refused } = categoriesTaken(check);
      assume(
        accepted > 0,
        refused > 0
          ? 'the service refuses the large categoryIds, which it may: pass large ones that exist with `--category-id N`'
          : 'no creation with such a categoryId returned 201: see create/accepts-valid',
      );
    },
  }),

  'create/text-exact': table<OddName>({
    smoke: true,
    animals: 1,
    requests: 2,
    cases: oddNames,
    generated: () => anyName.map(shaped),
    test: nameComesBack,
    after: async (check) => {
      const { accepted, refused } = namesTaken(check);
      assume(
        accepted > 0,
        refused > 0
          ? `the service refused ${refused} names beyond plain ASCII, which it may`
          : 'no creation with such a name returned 201: see create/accepts-valid',
      );
    },
  }),

  'create/text-normalised': rule({ creates: true }),

  'create/name-bounds': table({
    animals: 1,
    cases: nameBounds,
    test: (check, { feature, literal }) => {
      const name = literal(check.session.tags.next());
      return observeCreation(check, feature, `{"name":${name},"categoryId":${check.category()}}`);
    },
  }),

  'create/category-existence': once(
    (check) =>
      observeCreation(check, 'an unknown category', {
        ...check.plainPet('sold'),
        categoryId: 7_203_685_477_580_801n,
      }),
    { animals: 1 },
  ),

  'create/extra-fields': table({
    animals: 1,
    cases: extraFields,
    test: (check, { what, fields = {}, before = '' }) => {
      const isKept = ({ json }: Answer) =>
        Object.keys(fields).some((name) => member(json, name) !== undefined);
      const body = `${before}${newPetText(check.plainPet('sold'), fields)}`;
      return observeCreation(check, what, body, (answer) => (isKept(answer) ? 'kept' : 'ignored'));
    },
  }),

  'create/duplicate-members': once(
    (check) =>
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
    { animals: 1 },
  ),

  'create/location': once(
    async (check) => {
      const answer = await check.createPlain('sold');
      const location = headerValue(answer.headers, 'Location');
      check.observe(
        location === undefined ? 'no Location header' : `Location: ${location.slice(0, 200)}`,
        answer,
      );
    },
    { animals: 1 },
  ),

  'create/default-status': once(
    async (check) => {
      const answer = await check.createPlain('none');
      const { pet } = answer;
      assume(
        pet !== null,
        'a creation without a status returned no Pet: see create/status-optional and create/assigns-id',
      );
      const reading = await check.get(pet.id);
      const status = member(reading.json, 'status');
      check.observe(
        status === undefined ? 'it reads without a status' : `it reads as ${writeJson(status).slice(0, 60)}`,
        answer,
        reading,
      );
    },
    { requests: 2, animals: 1 },
  ),

  'create/ignores-client-id': table<ClientId>({
    smoke: true,
    animals: 1,
    cases: [
      ofAnExistingAnimal,
      farClientId(-799_839_293_821_000_141n),
      farClientId('655724105745144'),
      farClientId(1_873_509_247n),
    ],
    generated: () => farId.map(farClientId),
    test: (check, send) => send(check),
  }),

  // Their names make every list long.
  'create/text-exact, giant names': table({
    time: 'last',
    animals: 1,
    requests: 2,
    cases: giantNames,
    test: nameComesBack,
  }),
};
