import fc from 'fast-check';
import { anyInt64, int64Edges } from '../../src/arbitraries/int64.ts';
import { nameBundles } from '../../src/arbitraries/name-bundles.ts';
import { anyName, type NameShape, nameEdges, nameOf } from '../../src/arbitraries/names.ts';
import { newPet, newPetText, optionalStatus, petStatuses } from '../../src/arbitraries/new-pet.ts';
import { isPlainCategory } from '../../src/history/judge-creation.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { forExamples } from '../../src/runner/examples.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { inTwoWrites } from './as-others-send.ts';
import { createOddAnimals } from './odd-animals.ts';

type Status = (typeof petStatuses)[number] | undefined;

/** Ends a check of unusual names. A service may refuse all of them. */
function watchedUnlessRefused(check: Check, refused: number): void {
  if (!check.isExercised && refused > 0 && check.session.findingsOf(check.requirement).length === 0) {
    throw new Inconclusive(`the service refused ${refused} names beyond plain ASCII, which it may`);
  }
  check.watched();
}

/** The length of the request body in characters. */
function bodyLength({ exchange }: Answer): number {
  return exchange.request.body?.length ?? 0;
}

/** Whether the run has created an animal with an unusual category. */
function hasOddCategory(check: Check): boolean {
  return check.session.history.created.some(
    ({ creation }) => creation !== null && !isPlainCategory(creation.sent.categoryId),
  );
}

/** Names beyond plain ASCII: the service must return an accepted one undamaged, in the 201, by id and in lists. */
export async function namesComeBack(check: Check): Promise<void> {
  if (check.plan.combines) {
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
  watchedUnlessRefused(check, refused);
}

/** categoryIds anywhere in int64: the service must return an accepted one to the last digit. */
export async function categoriesComeBack(check: Check): Promise<void> {
  if (check.plan.reuses && hasOddCategory(check)) {
    return;
  }
  let refused = 0;
  let accepted = 0;
  let toRead = check.plan.readings;
  await forExamples(check, { edges: int64Edges, arbitrary: anyInt64 }, async (categoryId) => {
    if (accepted === 0 && refused >= 2) {
      return;
    }
    const answer = await check.create(newPetText({ ...check.plainPet(), categoryId }));
    accepted += answer.status === 201 ? 1 : 0;
    refused += answer.status === 400 ? 1 : 0;
    if (toRead > 0) {
      toRead -= 1;
      await check.readBack(answer);
    }
  });
  if (accepted === 0) {
    throw new Inconclusive(
      refused > 0
        ? 'the service refuses the large categoryIds, which it may: pass large ones that exist with `--category-id N`'
        : 'no creation with such a categoryId returned 201: see create/accepts-valid',
    );
  }
}
