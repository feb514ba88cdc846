import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import { member, writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check, PlainStatus } from '../src/runner/check.ts';
import { perRun } from '../src/runner/session.ts';
import type { Suite } from '../src/runner/suite-tests.ts';
import { availableOnesAreListed } from './shared/available-listed.ts';
import { listingChangesNothing } from './shared/listing-changes-nothing.ts';
import { filtersHoldEverything, filtersHoldOwnAnimals } from './shared/whole-and-filters.ts';

/** An animal that read with another status than it had been created with a moment before. */
interface ChangedStatus {
  readonly status: string;
  readonly received: string;
  readonly creation: Answer;
  readonly reading: Answer;
}

const changedStatuses = perRun((): ChangedStatus[] => []);

/** Whether animals keep the values of the first reading: a status that changes by itself continues to change. */
async function keep(check: Check, changes: readonly ChangedStatus[]): Promise<boolean> {
  for (const { received, reading } of Array.from({ length: 4 }, () => changes).flat()) {
    await check.session.pause(30);
    const id = readPet(reading.json)?.id;
    const again = id === undefined ? null : await check.get(id);
    const status = again?.status === 200 ? member(again.json, 'status') : undefined;
    if (status === undefined || writeJson(status) !== received) {
      return false;
    }
  }
  return true;
}

/** Creates an animal with the status, and perhaps reads it. Returns whether it was created. */
async function createWith(check: Check, status: PlainStatus, isRead: boolean): Promise<boolean> {
  const creation = await check.createPlain(status);
  const judge = check.as(status === 'none' ? 'create/status-optional' : 'create/accepts-valid');
  judge.evidence(creation.exchange.number);
  judge.expectStatus(creation, 201, 'A valid creation');
  const pet = creation.status === 201 ? readPet(creation.json) : null;
  if (pet === null || !isRead) {
    return pet !== null;
  }
  const reading = await check.get(pet.id);
  const received = reading.status === 200 ? member(reading.json, 'status') : undefined;
  if (status !== 'none' && received !== undefined && received !== status && pet.status === status) {
    changedStatuses(check).push({ status, received: writeJson(received), creation, reading });
  }
  return true;
}

/** The status with the fewest known animals; in a tie, the last one in the document. */
export function rarestStatus({ session }: Check): (typeof petStatuses)[number] {
  const counts = petStatuses.toReversed().map((status) => ({ status, count: 0 }));
  for (const { creation, listed: shown } of session.history.seen) {
    const status = (creation?.reading ?? shown?.reading)?.status;
    const known = counts.find((one) => one.status === status);
    if (known !== undefined) {
      known.count += 1;
    }
  }
  return counts.toSorted((left, right) => left.count - right.count)[0]?.status ?? 'sold';
}

// The first suite: later the animals of the run may exceed one page, and a cut list decides nothing.
export const freshAnimals: Suite = {
  'one of every status': async (check) => {
    const { readings, reuses } = check.plan;
    if (!reuses) {
      // Before the run creates animals, because this list may be empty only now.
      await check.as('list/returns-pets').list({ status: rarestStatus(check) });
    }
    let created = 0;
    for (const status of [...petStatuses.toReversed(), 'none'] as const) {
      const wanted = status === 'none' ? undefined : status;
      const isNew = check.history.created.every(({ creation }) => creation?.sent.status !== wanted);
      // Earlier checks have created animals of every status, unless the service refused them.
      if (isNew || !reuses) {
        created += (await createWith(check, status, created < readings)) ? 1 : 0;
      }
    }
  },

  'get/returns-created': async (check) => {
    const [first, second] = changedStatuses(check);
    // One status may change by itself, however soon; that two of them do so at once, and then keep, is no
    // transition.
    if (first !== undefined && second !== undefined && (await keep(check, [first, second]))) {
      check.deviation(first.reading, {
        kind: 'status-differs',
        message: 'Animals have another status right after creation, whichever was sent',
        expected: `status: "${first.status}"`,
        actual: `status: ${first.received.slice(0, 60)}`,
        related: [
          { role: 'creation', exchange: first.creation.exchange.number },
          { role: 'another such animal', exchange: second.reading.exchange.number },
        ],
      });
    }
    await check.readOwnOnce();
    check.watched();
  },

  'list/safe': (check) => listingChangesNothing(check),

  'list/created-pet-listed': async (check) => {
    await check.ownAnimal();
    await availableOnesAreListed(check);
  },

  'list/filter-complete': (check) =>
    check.options.readOnly ? filtersHoldEverything(check) : filtersHoldOwnAnimals(check),
};
