import { describe } from 'vitest';
import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import { member, writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check, PlainStatus } from '../src/runner/check.ts';
import { requirement, scenario } from '../src/runner/suite-tests.ts';
import { availableOnesAreListed } from './shared/available-listed.ts';
import { listingChangesNothing } from './shared/listing-changes-nothing.ts';
import { rarestStatus } from './shared/rarest-status.ts';
import { skipWhereRemoved } from './shared/removed-operation.ts';
import { filtersHoldEverything, filtersHoldOwnAnimals } from './shared/whole-and-filters.ts';

/** An animal that read with another status than it had been created with a moment before. */
interface ChangedStatus {
  readonly status: string;
  readonly received: string;
  readonly creation: Answer;
  readonly reading: Answer;
}

const changedStatuses: ChangedStatus[] = [];

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
    changedStatuses.push({ status, received: writeJson(received), creation, reading });
  }
  return true;
}

// The first suite: later the animals of the run may exceed one page, and a cut list decides nothing.
describe('fresh animals', () => {
  scenario('one of every status', async (check) => {
    const { readings, reuses } = check.plan;
    if (!reuses) {
      // Before the run creates animals, because this list may be empty only now.
      await check.as('list/returns-pets').list({ status: rarestStatus(check) });
    }
    let created = 0;
    for (const status of [...petStatuses.toReversed(), 'none'] as const) {
      const wanted = status === 'none' ? undefined : status;
      const isNew = check.session.history.created.every(({ creation }) => creation?.sent.status !== wanted);
      // Earlier checks have created animals of every status, unless the service refused them.
      if (isNew || !reuses) {
        created += (await createWith(check, status, created < readings)) ? 1 : 0;
      }
    }
  });

  requirement('get/returns-created', async (check) => {
    await skipWhereRemoved(check);
    const [first, second] = changedStatuses;
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
  });

  requirement('list/safe', (check) => listingChangesNothing(check));

  requirement('list/created-pet-listed', async (check) => {
    await check.ownAnimal();
    await availableOnesAreListed(check);
  });

  requirement('list/filter-complete', (check) =>
    check.session.options.readOnly ? filtersHoldEverything(check) : filtersHoldOwnAnimals(check),
  );
});
