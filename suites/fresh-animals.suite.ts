import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { differingMembers, type PetReading, petObject } from '../src/history/pet.ts';
import { quote } from '../src/history/quote.ts';
import { writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check, PlainStatus } from '../src/runner/check.ts';
import { latestList } from '../src/runner/listed.ts';
import { assume } from '../src/runner/outcome.ts';
import { perRun } from '../src/runner/session.ts';
import { once, type Suite, table } from '../src/runner/suite.ts';
import { availableOnesAreListed } from './shared/available-listed.ts';
import { rarestStatus } from './shared/rarest-status.ts';
import { filtersHoldEverything, filtersHoldOwnAnimals } from './shared/whole-and-filters.ts';
import { judgeWriting, plainWriting } from './shared/written-creations.ts';

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
    const again = reading.pet === null ? null : await check.get(reading.pet.id);
    const status = again?.pet?.status;
    if (status === undefined || writeJson(status) !== received) {
      return false;
    }
  }
  return true;
}

/** Creates an animal with the status, and reads it. */
async function createAndRead(check: Check, status: PlainStatus): Promise<void> {
  const creation = await check.createPlain(status);
  await judgeWriting(check, plainWriting(status === 'none' ? undefined : status), creation);
  const { pet } = creation;
  if (pet === null) {
    return;
  }
  const reading = await check.get(pet.id);
  const received = reading.pet?.status;
  if (status !== 'none' && received !== undefined && received !== status && pet.status === status) {
    changedStatuses(check).push({ status, received: writeJson(received), creation, reading });
  }
}

interface Change {
  readonly answer: Answer;
  readonly list: Answer;
  readonly before: PetReading;
  readonly after: PetReading;
}

/** The number of consecutive lists that must cause a change, without changes in between. */
const roundsToConfirm = 4;

/**
 * Reads an animal before and after a list. Because a status may change by itself, even repeatedly, a change counts only
 * if every list causes one, and an animal does not change in a pause that is longer than the list.
 *
 * @param isSuspected whether an animal already changed between two readings with a list in between
 */
export async function listingChangesNothing(check: Check, isSuspected = false): Promise<void> {
  if (!isSuspected && !(await isChangedByList(check))) {
    return;
  }
  assume(
    !check.options.readOnly,
    'an animal changed while it was listed; only new animals would show whether listing did that',
  );
  const id = await check.knownId();
  let pauseMs = durationMs(latestList(check)?.answer);
  for (let round = 1; ; round += 1) {
    // A new animal each time, because only the first list of an animal may change it.
    const other = (await check.createPlain('available')).pet?.id ?? id;
    const first = await reading(check, other);
    await check.session.pause(pauseMs);
    const before = await reading(check, other);
    const change = differingMembers(first, before).length > 0 ? null : await changeByList(check, before);
    if (change === null) {
      return;
    }
    if (round === roundsToConfirm) {
      const changed = differingMembers(change.before, change.after);
      check.deviation(change.answer, {
        kind: `${changed[0]}-changed`,
        message: `Listing changes animals: ${changed.join(', ')}`,
        expected: quote(writeJson(petObject(change.before))),
        actual: quote(writeJson(petObject(change.after))),
        related: [{ role: 'the list in between', exchange: change.list.exchange.number }],
      });
      return;
    }
    // No change that is due at a certain age coincides with the list of each round.
    pauseMs = 2 * Math.max(pauseMs, durationMs(change.list));
  }
}

/** How long a response took, in ms; at least as long as a quick one. */
function durationMs(answer: Answer | undefined): number {
  const { finishedAtMs = 0, sentAtMs = 0 } = answer?.exchange ?? {};
  return Math.max(20, finishedAtMs - sentAtMs);
}

/** Whether an available animal reads differently after the latest list, which shows it, or else after a new list. */
async function isChangedByList(check: Check): Promise<boolean> {
  const list = latestList(check);
  const number = list?.answer.exchange.number ?? 0;
  const earlier = check.own
    .filter(({ creation }) => creation?.sent.status === 'available')
    .filter(({ id }) => list?.pets.some((pet) => pet.id === id) === true)
    .flatMap(({ reads }) => reads.filter(({ exchange }) => exchange.number < number).slice(-1));
  const [before] = earlier;
  if (before === undefined) {
    return (await changeByList(check, await reading(check, await check.knownId()))) !== null;
  }
  const after = await reading(check, before.reading.id);
  check.evidence(number);
  return differingMembers(before.reading, after).length > 0;
}

/** Lists, and returns how an animal reads differently afterwards. */
async function changeByList(check: Check, before: PetReading): Promise<Change | null> {
  const list = await check.list({ limit: 100 });
  const answer = await check.get(before.id);
  const after = answer.pet;
  assume(after?.id === before.id, notReadable);
  return differingMembers(before, after).length === 0 ? null : { answer, list, before, after };
}

const notReadable = 'no animal could be read before and after a list: see get/returns-created';

async function reading(check: Check, id: bigint): Promise<PetReading> {
  const { pet } = await check.get(id);
  assume(pet?.id === id, notReadable);
  return pet;
}

// The first suite: later the animals of the run may exceed one page, and a cut list decides nothing.
export const freshAnimals: Suite = {
  // Before the run creates animals, because this list may be empty only now.
  'a list that may be empty': once((check) =>
    check.as('list/returns-pets').list({ status: rarestStatus(check) }),
  ),

  'one of every status': once(
    async (check) => {
      // The newest one is available, so that a list that lags by one animal shows.
      for (const status of ['none', ...petStatuses.toReversed()] as const) {
        await createAndRead(check, status);
      }
    },
    { smoke: true, requests: 8, animals: 4 },
  ),

  'get/returns-created': table({
    smoke: true,
    cases: [isFound, isFoundOnceCreated],
    test: (check, prove) => prove(check),
    after: async (check) => check.watched(),
  }),

  'list/created-pet-listed': once(
    async (check) => {
      await check.ownAnimal();
      await availableOnesAreListed(check);
    },
    { smoke: true },
  ),

  'list/safe': once((check) => listingChangesNothing(check), { smoke: true }),

  'list/filter-complete': once(
    (check) => (check.options.readOnly ? filtersHoldEverything(check) : filtersHoldOwnAnimals(check)),
    { smoke: true, requests: 3 },
  ),
};

/** An animal that was created is found by its id, with the values that the watches compare. */
async function isFound(check: Check): Promise<void> {
  await judgeChangedStatuses(check);
  if (check.history.created.every(({ reads }) => reads.length === 0)) {
    await check.get((await check.ownAnimal()).id);
  }
}

/** One status may change by itself, however soon; that two of them do so at once, and then keep, is no transition. */
async function judgeChangedStatuses(check: Check): Promise<void> {
  const [first, ...others] = changedStatuses(check);
  const second = others.find(({ status }) => status !== first?.status);
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
}

/**
 * Requests the next id before and after the creation of its animal, to detect a cached 404. The watches judge the
 * responses. Stops if the ids are not consecutive, or if another client takes the id.
 */
async function isFoundOnceCreated(check: Check): Promise<void> {
  const [before, newest] = check.history.created.slice(-2);
  const next = before !== undefined && newest?.id === before.id + 1n ? newest.id + 1n : null;
  if (next === null || (await check.get(next)).status !== 404) {
    return;
  }
  const { pet } = await check.createPlain('sold');
  if (pet?.id === next) {
    await check.get(next);
  }
}
