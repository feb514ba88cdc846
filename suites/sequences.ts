import fc from 'fast-check';
import { noCredential, unknownKeys } from '../src/arbitraries/credentials.ts';
import { farId } from '../src/arbitraries/int64.ts';
import { plainName } from '../src/arbitraries/names.ts';
import { optionalStatus, petStatuses } from '../src/arbitraries/new-pet.ts';
import { type Answer, isOutOfOrder } from '../src/suite/answer.ts';
import type { Check } from '../src/suite/check.ts';
import type { ExpectedStatus } from '../src/suite/inquiry.ts';
import { tryGenerated } from '../src/suite/send-cases.ts';
import { once, type Suite, table } from '../src/suite/suite.ts';
import type { Credential } from '../src/target/api-request.ts';
import { bursts, sendBurst } from './cases/bursts.ts';
import { bodyIs, type Fault, statusIs, without } from './cases/invalid-creation.ts';
import { type RequirementId, scenarios } from './requirements.ts';
import { servesAllAlike } from './steps/amid-others.ts';
import { judgePlainCreation } from './steps/valid-creations.ts';

/** A request to the service. Its model is the ids of the animals that the commands so far have added. */
type Command = fc.AsyncCommand<bigint[], Check>;

function expectInSequence(
  check: Check,
  id: RequirementId,
  answer: Answer,
  status: ExpectedStatus,
  what: string,
): void {
  const subject = `In a sequence of requests, ${what}`;
  check.as(id).expectStatus(answer, status, subject, { kind: 'sequence-status' });
}

function command(text: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => text };
}

const creation: fc.Arbitrary<Command> = fc.tuple(plainName, optionalStatus).map(([shape, status]) =>
  command(`create(${status ?? 'no status'})`, async (ids, check) => {
    const answer = await check.create(check.plainPet(status ?? 'none', shape));
    expectInSequence(check, 'create/accepts-valid', answer, 201, 'a valid creation');
    ids.push(...(answer.pet === null ? [] : [answer.pet.id]));
  }),
);

const faults: readonly (readonly [RequirementId, Fault])[] = [
  ['create/missing-name', without('name')],
  ['create/missing-category', without('categoryId')],
  ['create/unknown-status', statusIs('a word that the document does not list', '"adopted"')],
  ['create/body-not-object', bodyIs('an array', (valid) => `[${valid}]`)],
];

const refusedCreation: fc.Arbitrary<Command> = fc.constantFrom(...faults).map(([id, fault]) =>
  command(`create(${id})`, async (_ids, check) => {
    const { text, breaks } = fault(check.plainPet('pending'));
    expectInSequence(check, id, await check.create(text), 400, `a creation in which ${breaks}`);
  }),
);

const list: fc.Arbitrary<Command> = fc
  .tuple(fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }), optionalStatus)
  .map(([limit, status]) =>
    command(`list(${limit ?? 'no limit'}, ${status ?? 'no status'})`, async (_ids, check) => {
      const answer = await check.list({ limit, status });
      const isBoth = limit !== undefined && status !== undefined;
      if (isBoth && answer.status !== 200) {
        expectInSequence(
          check,
          'list/limit-accepted',
          await check.list({ limit }),
          200,
          'a list with a limit',
        );
        expectInSequence(check, 'list/status-accepted', await check.list({ status }), 200, 'a filtered list');
      }
      const alone = limit === undefined ? 'list/status-accepted' : 'list/limit-accepted';
      const id = limit === undefined && status === undefined ? 'list/returns-pets' : alone;
      expectInSequence(check, isBoth ? 'list/limit-with-status' : id, answer, 200, 'a list');
    }),
  );

const readKnown: fc.Arbitrary<Command> = fc.nat().map((index) =>
  command('get(known)', async (ids, check) => {
    const id = ids[index % Math.max(1, ids.length)];
    if (id !== undefined) {
      await check.get(id);
    }
  }),
);

const readUnknown: fc.Arbitrary<Command> = farId.map((id) =>
  command('get(unknown)', async (_ids, check) => {
    const answer = await check.get(id);
    if (answer.pet?.id !== id) {
      expectInSequence(check, 'get/unknown-id', answer, 404, 'reading an animal that does not exist');
    }
  }),
);

const refusedKey: fc.Arbitrary<Command> = fc
  .tuple(fc.boolean(), fc.constantFrom(...petStatuses))
  .map(([none, status]) =>
    command(none ? 'create(no key)' : 'create(bad key)', async (_ids, check) => {
      const credential = (none ? noCredential : unknownKeys(check.options.apiKey)[0]) ?? noCredential;
      const answer = await check.create(check.plainPet(status), credential);
      expectInSequence(
        check,
        none ? 'auth/missing-key' : 'auth/unknown-key',
        answer,
        401,
        'a creation with a bad key',
      );
    }),
  );

const sequenceLength = 4;

/** Sequences of commands, at most `length` long. */
export function storeCommands(length: number = sequenceLength): fc.Arbitrary<Iterable<Command>> {
  return fc.commands([creation, refusedCreation, list, readKnown, readUnknown, refusedKey], {
    maxCommands: length,
    size: 'max',
  });
}

const creationsAtOnce = 3;

/** No key, and an unknown one unless the service limits how often that may be sent. */
function credentialsToRefuse({ session, options }: Check): (readonly [RequirementId, Credential])[] {
  const unknown = session.limitsBadKeys ? [] : unknownKeys(options.apiKey).slice(0, 1);
  return [
    ['auth/missing-key', noCredential],
    ...unknown.map((credential) => ['auth/unknown-key', credential] as const),
  ];
}

/** Creates, lists and reads at once, with the key, without, and with an unknown one. */
async function sendAtOnce(check: Check): Promise<void> {
  const pets = Array.from({ length: creationsAtOnce }, (_, index) =>
    check.plainPet(petStatuses[index % petStatuses.length]),
  );
  const { own } = check;
  const creations = pets.map((pet) => check.create(pet));
  // Between requests with a key: a service that confuses concurrent callers may serve it.
  const refused = credentialsToRefuse(check).map(async ([requirement, credential]) => {
    const answer = await check.list({ limit: 1 }, credential);
    return { requirement, answer, what: `A list with ${credential.description}` };
  });
  const lists = petStatuses.map((status) => check.list({ status, limit: 100 }));
  // Two different animals, to detect confused responses.
  const readings = [own[0], own.at(-1)].flatMap((animal) =>
    animal === undefined ? [] : [check.get(animal.id)],
  );
  const [refusals, answers] = await Promise.all([
    Promise.all(refused),
    Promise.all([...creations, ...lists, ...readings]),
  ]);
  for (const { requirement, answer, what } of refusals) {
    if (answer.status < 300) {
      const request = `${what}, concurrent with requests that have a valid key,`;
      check.as(requirement).expectStatus(answer, 401, request, { kind: 'amid-others-status' });
    }
  }
  for (const answer of answers.slice(0, pets.length)) {
    // An overloaded service violates responses/documented-status, not create/accepts-valid.
    if (!isOutOfOrder(answer.exchange)) {
      judgePlainCreation(check, answer);
    }
    await check.readBack(answer);
  }
}

export const sequences: Suite = {
  model: once(
    async (check) => {
      const found = () => scenarios.model.reduce((sum, id) => sum + check.session.findingsOf(id).length, 0);
      const violation = await tryGenerated(
        check,
        storeCommands(),
        (commands) => fc.asyncModelRun(() => ({ model: [], real: check }), commands),
        // One sequence has as many requests as the generated cases of two tables.
        { numRuns: Math.ceil(check.session.amounts.generated / 2), unbiased: true },
        found,
      );
      if (violation !== null) {
        check.report(violation);
      }
    },
    { requests: 4, animals: 1 },
  ),

  concurrency: table<(check: Check) => Promise<void>>({
    requests: 13,
    animals: 3,
    // Each is a burst of about as many requests as a table has cases.
    weight: 12,
    cases: [sendAtOnce, ...bursts.map((burst) => (check: Check) => sendBurst(check, burst)), servesAllAlike],
    test: (check, send) => send(check),
  }),
};
