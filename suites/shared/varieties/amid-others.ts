import { noCredential, unknownKeys } from '../../../src/arbitraries/credentials.ts';
import type { Check } from '../../../src/runner/check.ts';
import { type Listed, listed } from '../../../src/runner/listed.ts';
import { type Credential, createPet, getPet, listPets } from '../../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../../src/target/target.ts';
import { rarestStatus } from '../../fresh-animals.suite.ts';
import type { RefusedCreation } from '../../requirements.ts';
import { type Fault, without } from '../invalid-creation.ts';
import { unknownStatuses, wrongCategoryTypes } from '../invalid-values.ts';
import { control } from '../refused-credentials.ts';
import { readWith } from '../whole-and-filters.ts';
import { family, keyless } from './variety.ts';

/** The valid requests that are sent first: with these under way, an overloaded service serves no more with care. */
const others = 12;

/** Sends requests on new connections while so many valid ones are under way. */
async function amidOthers(check: Check, requests: readonly OutgoingRequest[]) {
  const { key, target } = check.session;
  const valid = Array.from({ length: others }, () =>
    target.send(listPets({ limit: 1 }, key), check.requirement, { fresh: true }),
  );
  const answers = requests.map((request) => check.send(request, true));
  await Promise.all(valid);
  return Promise.all(answers);
}

/** A bad key must be refused, whatever else the service is doing. */
async function refusesKeys(check: Check, credential: Credential): Promise<void> {
  const related = [await control(check, 'listPets')];
  const requests = [listPets({ limit: 1 }, credential), getPet(await check.knownId(), credential)];
  for (const answer of await amidOthers(check, requests)) {
    const what = `${answer.exchange.request.method} with ${credential.description}, concurrent with ${others} other requests,`;
    check.expectStatus(answer, 401, what, { kind: 'amid-others-status', related });
  }
}

/** So must an invalid creation. */
async function refusesBody(check: Check, fault: Fault): Promise<void> {
  check.refuseInReadOnlyRuns();
  const related = [await check.acceptedCreation(check.refusedStatus)];
  const { text, breaks } = fault(check.plainPet(check.refusedStatus));
  for (const answer of await amidOthers(check, [createPet(text, check.session.key)])) {
    const what = `A creation in which ${breaks}, concurrent with ${others} other requests,`;
    check.expectStatus(answer, 400, what, { kind: 'amid-others-status', related });
  }
}

/** Nearly as many as the connections of a run. */
const listsAtOnce = 15;

/** Lists at once must hold every animal that the same list alone holds before and afterwards. */
async function listsEverything(check: Check): Promise<void> {
  const status = rarestStatus(check);
  const query = { limit: 100, status };
  for (let round = 1; round <= roundsToConfirm; round += 1) {
    const before = await listed(check, query);
    const together = await Promise.all(
      Array.from({ length: listsAtOnce }, () => listed(check, query)),
    );
    const after = await listed(check, query);
    if (before?.complete !== true || after === null) {
      return;
    }
    const omitting = together.find((list) => list !== null && omittedBy(check, list, before, after).length > 0);
    const [id] = omitting ? omittedBy(check, omitting, before, after) : [];
    const readings = id === undefined ? new Map() : await readWith(check, status, [id]);
    if (omitting === undefined || omitting === null || readings.size === 0) {
      return;
    }
    if (round === roundsToConfirm) {
      check.deviation(omitting.answer, {
        kind: 'missing-amid-others',
        message: `Of ${listsAtOnce} concurrent lists filtered by ${status}, one lacks an animal that the same list shows alone`,
        expected: `id ${id} in the list`,
        actual: `${omitting.pets.length} animals, without it`,
        related: [
          { role: 'the list alone', exchange: before.answer.exchange.number },
          { role: 'the list alone afterwards', exchange: after.answer.exchange.number },
        ],
      });
    }
  }
}

const roundsToConfirm = 2;

/** The animals of the run that a list lacks and two others show. */
function omittedBy(check: Check, list: Listed, before: Listed, after: Listed): readonly bigint[] {
  const shows = ({ pets }: Listed, id: bigint) => pets.some((pet) => pet.id === id);
  return check.own.flatMap(({ id }) =>
    shows(before, id) && shows(after, id) && !shows(list, id) ? [id] : [],
  );
}

const brokenBodies: readonly (readonly [RefusedCreation, Fault | undefined])[] = [
  ['create/missing-name', without('name')],
  ['create/wrong-category-type', wrongCategoryTypes[1]],
  ['create/unknown-status', unknownStatuses[3]],
];

/** Requests that a service must treat alike while it is busy with more than eight others. */
export const amidOthersVarieties = [
  ...keyless([
    ...family('auth/missing-key', [noCredential], refusesKeys),
    ...family('auth/unknown-key', [null], (check) =>
      refusesKeys(check, unknownKeys(check.options.apiKey)[0] ?? noCredential),
    ),
  ]),
  ...brokenBodies.flatMap(([requirement, fault]) =>
    family(requirement, fault === undefined ? [] : [fault], refusesBody),
  ),
  ...family('list/filter-complete', [null], listsEverything),
];
