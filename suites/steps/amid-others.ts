import { noCredential, unknownKeys } from '../../src/arbitraries/credentials.ts';
import type { Answer } from '../../src/suite/answer.ts';
import { type Check, refusedStatus } from '../../src/suite/check.ts';
import { type Listed, listed } from '../../src/suite/listed.ts';
import { createPet, listPets } from '../../src/target/api-request.ts';
import type { RelatedExchange } from '../../src/verdict/finding.ts';
import { type Fault, without } from '../cases/invalid-creation.ts';
import { unknownStatuses, wrongCategoryTypes } from '../cases/invalid-values.ts';
import type { RequirementId } from '../requirements.ts';
import { olderThanGrace, readWith } from './expected-in-list.ts';
import { operationsOf, rarestStatus } from './operations.ts';
import { rightRequest } from './refused-credentials.ts';

/** Lists of one burst: with more than eight requests in flight, an overloaded service takes less care. */
const listsAtOnce = 11;
/** A burst that lacks an animal is repeated once. */
const bursts = 2;

/** A request that must be refused, whatever else the service is doing. */
interface Refused {
  readonly requirement: RequirementId;
  readonly what: string;
  readonly status: 400 | 401;
  readonly related: readonly RelatedExchange[];
  readonly send: () => Promise<Answer>;
}

/**
 * Sends a burst of equal lists, bad keys and invalid creations. A list must hold every animal that the same list alone
 * holds before and afterwards, and the others must be refused as they are alone.
 */
export async function servesAllAlike(scenario: Check): Promise<void> {
  const check = scenario.as('list/filter-complete');
  const status = rarestStatus(check);
  const query = { limit: 100, status };
  const refused = [...(await badKeys(check)), ...(await brokenCreations(check))];
  for (let burst = 1; burst <= bursts; burst += 1) {
    const before = await listed(check, query);
    const lists = Array.from({ length: listsAtOnce }, () => listed(check, query));
    const answers = burst === 1 ? refused.map(({ send }) => send()) : [];
    const [settled] = await Promise.all([Promise.allSettled(answers), Promise.allSettled(lists)]);
    judgeRefused(check, refused, settled);
    const together = await Promise.all(lists);
    const after = await listed(check, query);
    const isOmitting = (list: Listed | null) => omittedBy(check, list, before, after).length > 0;
    const omitting = together.find(isOmitting) ?? null;
    const [id] = omittedBy(check, omitting, before, after);
    const readings = id === undefined ? null : await readWith(check, status, [id]);
    if (omitting === null || before === null || (readings?.size ?? 0) === 0) {
      return;
    }
    if (burst === bursts) {
      check.violated(omitting.answer, {
        kind: 'missing-amid-others',
        message: `Of ${listsAtOnce} concurrent lists filtered by ${status}, one lacks an animal that the same list shows alone`,
        expected: `id ${id} in the list`,
        actual: `a list of ${omitting.pets.length} without it`,
        related: [{ role: 'the list alone', exchange: before.answer.exchange.number }],
      });
    }
  }
}

/** Judges the received responses; a service may also have no time for some of the requests. */
function judgeRefused(
  check: Check,
  refused: readonly Refused[],
  answers: readonly PromiseSettledResult<Answer>[],
): void {
  for (const [index, { requirement, what, status, related }] of refused.entries()) {
    const answer = answers[index];
    if (answer?.status === 'fulfilled') {
      const request = `${what}, concurrent with ${listsAtOnce} lists,`;
      const details = { kind: 'amid-others-status', related };
      check.as(requirement).expectStatus(answer.value, status, request, details);
    }
  }
}

/** The older animals of the run that a list of all lacks, and the same list shows before and after it. */
function omittedBy(
  check: Check,
  list: Listed | null,
  before: Listed | null,
  after: Listed | null,
): readonly bigint[] {
  const shows = (one: Listed, id: bigint) => one.pets.some((pet) => pet.id === id);
  if (list === null || after === null || before?.complete !== true || list.announcesMore || list.unreadable) {
    return [];
  }
  const missing = check.own.flatMap(({ id }) =>
    shows(before, id) && shows(after, id) && !shows(list, id) ? [id] : [],
  );
  return olderThanGrace(check, list, missing);
}

/** Bad keys in requests that are otherwise valid. */
async function badKeys(check: Check): Promise<Refused[]> {
  if (check.session.limitsBadKeys) {
    return [];
  }
  const related = [await check.control('listPets')];
  const unknown = unknownKeys(check.options.apiKey)[0] ?? noCredential;
  const operation = operationsOf(check.options).includes('getPet') ? 'getPet' : 'listPets';
  const withUnknownKey = await rightRequest(check, operation, unknown);
  const rows = [
    ['auth/missing-key', `listPets with ${noCredential.description}`, listPets({ limit: 1 }, noCredential)],
    ['auth/unknown-key', `${operation} with ${unknown.description}`, withUnknownKey],
  ] as const;
  return rows.map(([requirement, what, request]) => ({
    ...{ requirement, what, status: 401, related },
    send: () => check.as(requirement).send(request, true),
  }));
}

const brokenBodies: readonly (readonly [RequirementId, Fault | undefined])[] = [
  ['create/missing-name', without('name')],
  ['create/wrong-category-type', wrongCategoryTypes[1]],
  ['create/unknown-status', unknownStatuses[3]],
];

async function brokenCreations(check: Check): Promise<Refused[]> {
  if (check.options.readOnly) {
    return [];
  }
  const related = [await check.control('createPet')];
  return brokenBodies.flatMap(([requirement, fault]) => {
    const creation = fault?.(check.plainPet(refusedStatus));
    return creation === undefined
      ? []
      : [
          {
            ...{ requirement, what: `A creation in which ${creation.breaks}`, status: 400, related },
            send: () => check.as(requirement).send(createPet(creation.text, check.session.key), true),
          },
        ];
  });
}
