import { isPetStatus, isPlainName } from '../exchange/creation-body.ts';
import { type Exchange, getPetMayBeGone } from '../exchange/exchange.ts';
import { isJsonObject, type JsonValue, member, writeJson } from '../json/exact-json.ts';
import type { Deviation } from '../verdict/finding.ts';
import type { Notes } from '../watchers/watch.ts';
import type { AnimalHistory, JudgedExchange, KnownAnimal, SentPet } from './animal-history.ts';
import { isJudgedText, isPlainCategory } from './judge-creation.ts';
import { isAnotherForm } from './name-form.ts';
import { differingMembers, type PetReading, petObject, readPet } from './pet.ts';
import { howItDiffers, quote } from './quote.ts';

type Creation = NonNullable<KnownAnimal['creation']>;

/** Judges a `getPet` that returned 200. */
export function judgeReading(judged: JudgedExchange, id: bigint, history: AnimalHistory, notes: Notes): void {
  const { exchange, json } = judged;
  if (!isJsonObject(json)) {
    return;
  }
  const received = member(json, 'id');
  // A body without an id, for an animal that does not exist, violates get/unknown-id and the schema instead.
  if (received !== undefined || history.animal(id) !== undefined) {
    notes.judge(
      'get/id-matches',
      received === id
        ? null
        : {
            kind: received === undefined ? 'no-id' : 'other-id',
            message: 'The returned animal does not have the requested id',
            expected: `id: ${id}`,
            actual: received === undefined ? 'no id' : `id: ${quote(writeJson(received))}`,
          },
    );
  }
  const reading = readPet(json);
  const own = ownAnimal(id, history, exchange);
  if (reading !== null && received !== id && own !== null) {
    notes.judge('get/returns-created', {
      kind: 'another-animal',
      message: 'The returned animal is not the one created with this id',
      expected: `the animal with id: ${id}`,
      actual: quote(writeJson(petObject(reading))),
      related: [{ role: 'creation', exchange: own.creation.exchange.number }],
    });
  }
  if (reading === null || received !== id) {
    return;
  }
  const absence = takeAbsence(history.animal(id), exchange);
  if (own !== null) {
    judgeAbsenceMeanwhile(absence, own, exchange, notes);
    judgeOwn(own, reading, history, notes);
    history.findsAtOnce ||= isAtOnce(own, exchange);
  }
  history.noteRead(exchange, reading);
}

/** The first 404 for an animal between the previous reading and this one, or `null`. */
function takeAbsence(animal: KnownAnimal | undefined, { sentAtMs }: Exchange): Exchange | null {
  const absence = animal?.absence ?? null;
  // The order of overlapping responses is unknown.
  if (animal === undefined || absence === null || absence.finishedAtMs > sentAtMs) {
    return null;
  }
  animal.absence = null;
  return absence;
}

/** An animal of this run that was read after its creation had completed. */
interface OwnAnimal {
  readonly creation: Creation;
  readonly reads: KnownAnimal['reads'];
}

/** The animal of this run with this id, or `null` if there is none or something else may have changed it. */
function ownAnimal(id: bigint, history: AnimalHistory, { sentAtMs }: Exchange): OwnAnimal | null {
  const { creation = null, reads = [], tainted } = history.animal(id) ?? {};
  return creation === null || tainted === true || sentAtMs < creation.exchange.finishedAtMs
    ? null
    : { creation, reads };
}

function judgeOwn(
  { creation, reads }: OwnAnimal,
  reading: PetReading,
  history: AnimalHistory,
  notes: Notes,
): void {
  const showsAnother = isAnother(creation, reading, history);
  const [first] = reads;
  const related = [{ role: 'creation', exchange: creation.exchange.number }];
  const asCreated = changed(
    expectedReading(creation, reading),
    reading,
    'The animal differs from what was created',
    related,
  );
  if (first === undefined) {
    notes.judge('get/returns-created', asCreated);
    if (!showsAnother) {
      judgeStoredName(creation.sent.name, creation.reading, reading, notes);
      judgeStoredCategory(creation, reading, history, notes);
    }
  } else {
    const readBefore = [{ role: 'read before', exchange: first.exchange.number }];
    // A status may change by itself, and an unsent one may appear and disappear: see get/status-stable.
    const earlier = { ...first.reading, status: reading.status };
    notes.judge(
      'get/stable',
      changed(earlier, reading, 'The animal differs from an earlier response', readBefore),
    );
  }
  const before = first === undefined ? asCreatedStatus(creation, reading) : first.reading.status;
  // The first reading reports a lost status; none does if the service may fill it in.
  const mayLack = first === undefined || creation.sent.status === undefined;
  if (!showsAnother && before !== undefined && (reading.status !== undefined || !mayLack)) {
    notes.observe(
      'get/status-stable',
      before === reading.status
        ? sameStatusText
        : `a status changes by itself: ${statusText(before)}, later ${statusText(reading.status)}`,
    );
  }
}

/** The observation on statuses that no operation changes. */
export const sameStatusText = 'the status of an animal does not change';

function statusText(status: JsonValue | undefined): string {
  return status === undefined ? 'none' : quote(writeJson(status)).slice(0, 60);
}

/**
 * Whether a reading shows another name instead of a plain one, or the name of another animal of the run; then its other
 * members belong to another animal and prove nothing about this one.
 */
function isAnother({ sent, reading }: Creation, { name }: PetReading, history: AnimalHistory): boolean {
  return name !== sent.name && name !== reading.name && (isPlainName(sent.name) || history.hasSentName(name));
}

/**
 * The expected reading of an animal: as sent, or as in its 201. If these differ, the creation is reported already, and a
 * reading may agree with either. A 201 may have the name in another form, such as trimmed; then the reading has it too.
 */
function expectedReading({ sent, reading }: Creation, now: PetReading): PetReading {
  const hasOtherForm = isAnotherForm(sent.name, reading.name);
  return {
    id: reading.id,
    name: now.name === sent.name && !hasOtherForm ? now.name : reading.name,
    categoryId: now.categoryId === sent.categoryId ? now.categoryId : reading.categoryId,
    // If no status was sent, a service may fill it in or omit it.
    status: sent.status,
  };
}

/** The expected status: as sent, or if none was sent, the valid one in the 201. */
function asCreatedStatus({ sent, reading }: Creation, now: PetReading): JsonValue | undefined {
  const isCreationsFault = sent.status === undefined && !isPetStatus(reading.status);
  return now.status === sent.status || isCreationsFault ? now.status : reading.status;
}

/** A changed name or categoryId, or a lost status. A different status is not a change here. */
function changed(
  before: PetReading,
  now: PetReading,
  message: string,
  related: NonNullable<Deviation['related']>,
): Deviation | null {
  const members = differingMembers(before, now).filter(
    (name) => name !== 'status' || now.status === undefined,
  );
  const [first] = members;
  return first === undefined
    ? null
    : {
        kind: `${first}-differs`,
        message: `${message}: ${members.join(', ')}`,
        expected: quote(writeJson(petObject(before))),
        actual: quote(writeJson(petObject(now))),
        related,
      };
}

function judgeStoredName(sent: string, created: PetReading, now: PetReading, notes: Notes): void {
  if (isPlainName(sent) || !isJudgedText(sent) || created.name !== sent) {
    return;
  }
  // A form other than that in its 201 violates get/returns-created only.
  const isKept = now.name === sent || isAnotherForm(sent, now.name);
  notes.judge('create/text-exact', isKept ? null : lost('name', sent, now.name));
}

/** A service that also returns another category than a plain one does not fail on the size of numbers. */
function judgeStoredCategory(
  { sent: { categoryId: sent }, reading: created }: Creation,
  { categoryId: stored }: PetReading,
  history: AnimalHistory,
  notes: Notes,
): void {
  if (created.categoryId !== sent) {
    return;
  }
  if (isPlainCategory(sent)) {
    history.changesPlainCategories ||= stored !== sent;
  } else if (stored === sent || !history.changesPlainCategories) {
    notes.judge('create/int64-exact', stored === sent ? null : lost('categoryId', sent, stored));
  }
}

function lost(name: string, sent: string | bigint, now: PetReading['name']): Deviation {
  return {
    kind: `${name}-stored-changed`,
    message: `The stored ${name} differs from the one sent${howItDiffers(sent, now)}`,
    expected: `${name}: ${quote(writeJson(sent))}`,
    actual: `${name}: ${now === undefined ? 'missing' : quote(writeJson(now))}`,
  };
}

/** The interface document promises no durability, but a 404 says that the animal does not exist. */
function judgeAbsenceMeanwhile(
  absence: Exchange | null,
  { creation, reads }: OwnAnimal,
  exchange: Exchange,
  notes: Notes,
): void {
  if (absence === null) {
    return;
  }
  const isRead = reads.length > 0;
  notes.findings.push({
    requirement: isRead ? 'get/stable' : 'get/returns-created',
    kind: 'not-found-meanwhile',
    message: 'An animal that exists was reported as not found during a restart or deployment',
    expected: '200 and the animal, which was there before and after, or an error that does not deny it',
    actual: `404 for id ${creation.reading.id}, and 200 later`,
    exchange: absence.number,
    related: [
      { role: 'creation', exchange: creation.exchange.number },
      { role: 'found later', exchange: exchange.number },
    ],
  });
}

/** Judges an animal whose creation got no response: it need not exist, but a part of it must not. */
export function judgeUnanswered(exchange: number, sent: SentPet, pet: PetReading, notes: Notes): void {
  const whole: PetReading = { id: pet.id, name: sent.name, categoryId: sent.categoryId, status: sent.status };
  const message = 'An animal whose creation got no response differs from what was sent';
  notes.judge(
    'get/returns-created',
    changed(whole, pet, message, [{ role: 'the creation without a response', exchange }]),
  );
}

/** A reading within this time or number of requests shows the immediate result of a creation. */
const atOnce = { ms: 1_000, requests: 10 };

function isAtOnce({ creation }: OwnAnimal, { number, sentAtMs }: Exchange): boolean {
  return (
    sentAtMs - creation.exchange.finishedAtMs < atOnce.ms &&
    number - creation.exchange.number < atOnce.requests
  );
}

/** Judges a `getPet` that returned 404, which must not be for an animal of this run. */
export function judgeAbsence(judged: JudgedExchange, id: bigint, history: AnimalHistory, notes: Notes): void {
  const own = ownAnimal(id, history, judged.exchange);
  const { request } = judged.exchange;
  // Without the key, a service may hide everything, which auth/ judges.
  if (request.credential !== 'api-key' || getPetMayBeGone(judged.exchange) || own === null) {
    return;
  }
  if (judged.exchange.across !== undefined && own.creation.exchange.across !== 'after') {
    history.noteSeen(id).absence ??= judged.exchange;
    return;
  }
  const [first] = own.reads;
  history.missesAtOnce ||= first === undefined && isAtOnce(own, judged.exchange);
  const isLost = first !== undefined || (history.findsAtOnce && !history.missesAtOnce);
  notes.judge(isLost ? 'get/stable' : 'get/returns-created', {
    kind: 'not-found',
    message:
      first !== undefined
        ? 'An animal read earlier is no longer found'
        : isLost
          ? 'An animal created some time ago is not found'
          : 'A created animal is not found',
    expected: '200 and the animal as created',
    actual: `404 for id ${id}`,
    related: [
      { role: 'creation', exchange: own.creation.exchange.number },
      ...(first === undefined ? [] : [{ role: 'read before', exchange: first.exchange.number }]),
    ],
  });
}
