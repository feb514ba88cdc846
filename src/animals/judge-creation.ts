import { isPetStatus, isPlainName } from '../exchange/creation-body.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { isStreamSafe } from '../exchange/stream-safe.ts';
import { isInt64, isJsonObject, type JsonValue, member, readJson, writeJson } from '../json/exact-json.ts';
import type { Deviation } from '../verdict/finding.ts';
import type { Notes } from '../watchers/watch.ts';
import type { AnimalHistory, Judge, JudgedExchange, KnownAnimal, SentPet } from './animal-history.ts';
import { nameChanges, nameFormText } from './name-form.ts';
import { readPet } from './pet.ts';
import { howItDiffers, quote } from './quote.ts';

/** The documented `NewPet` in a request body, or `null`. */
function sentPet(body: JsonValue | undefined): SentPet | null {
  const name = member(body, 'name');
  const categoryId = member(body, 'categoryId');
  const status = member(body, 'status');
  if (typeof name !== 'string' || !isInt64(categoryId) || !(status === undefined || isPetStatus(status))) {
    return null;
  }
  return { name, categoryId, status };
}

/** The documented `NewPet` in a recorded request, or `null`. */
export function sentAnimal({ body }: Exchange['request']): SentPet | null {
  return sentPet(readJson(body ?? ''));
}

/** Whether an accepted name must be returned exactly; lone surrogates are not text, nor are endless combining marks. */
export function isJudgedText(name: string): boolean {
  return name.isWellFormed() && name.trim() !== '' && isStreamSafe(name);
}

/** Whether a categoryId is one that any integer type holds; zero, negative and large ones are int64-exact's. */
export function isPlainCategory(categoryId: bigint): boolean {
  return categoryId >= 1n && categoryId < 2n ** 31n;
}

/**
 * Whether the received number can't result from the sent one by too small a type (rounding, wrapping, clamping, or
 * losing the sign or digits): then the field is not echoed at all. A number received for zero proves nothing.
 */
function isAnotherNumber(sent: bigint, received: JsonValue | undefined): boolean {
  if (typeof received !== 'bigint' || sent === 0n || !isPlainCategory(received)) {
    return false;
  }
  const widths = [8, 16, 24, 32, 53];
  const made = widths.flatMap((width) => [
    BigInt.asIntN(width, sent),
    BigInt.asUintN(width, sent),
    2n ** BigInt(width) - 1n,
    2n ** BigInt(width - 1) - 1n,
  ]);
  return !made.includes(received) && -sent !== received && !String(sent).startsWith(String(received));
}

/** Judges a creation that returned 201. */
export const judgeCreation: Judge = (judged, history, notes) => {
  const { exchange, json } = judged;
  const body = readJson(exchange.request.body ?? '');
  const sent = sentPet(body);
  if (!isJsonObject(json)) {
    return;
  }
  const id = member(json, 'id');
  notes.judge(
    'create/assigns-id',
    isInt64(id)
      ? null
      : {
          kind: id === undefined ? 'no-id' : 'id-not-int64',
          message: id === undefined ? 'The new animal has no id' : 'The id of the new animal is not an int64',
          expected: 'an id that is an integer within int64',
          actual: id === undefined ? 'no id' : `id: ${quote(writeJson(id))}`,
        },
  );
  if (sent !== null) {
    judgeEcho(judged, sent, history, notes);
  }
  if (isInt64(id) && isSentId(member(body, 'id'), id)) {
    // Whether the id also belongs to another animal is a consequence: the service accepted an id that it must ignore.
    history.noteSeen(id).tainted = true;
    notes.judge('create/ignores-client-id', {
      kind: 'client-id-taken',
      message: 'The id in the body of a creation became the id of the new animal',
      expected: '400, or 201 with an id that the service assigns',
      actual: `201 with the id that was sent, ${id}`,
    });
  } else if (isInt64(id)) {
    noteCreation(id, judged, sent, history, notes);
  }
};

/** Whether a sent id is that int64, as a number or as a string of its digits. */
function isSentId(sent: JsonValue | undefined, id: bigint): boolean {
  return sent === id || sent === id.toString();
}

/**
 * Judges a creation with a duplicate key that returned 201. The interface document does not specify which value counts,
 * but the new animal needs its own id.
 */
export const judgeAmbiguousCreation: Judge = ({ exchange, json }, history, notes) => {
  const id = member(json, 'id');
  if (isInt64(id) && member(readJson(exchange.request.body ?? ''), 'id') === undefined) {
    judgeNewId(id, exchange, history, notes);
    history.noteGivenId(id, exchange);
  }
};

/** Judges whether the id of a new animal was free. */
function judgeNewId(id: bigint, exchange: Exchange, history: AnimalHistory, notes: Notes): boolean {
  const known = history.animal(id);
  const earlier = history.creationWith(id);
  const isTaken = known?.tainted === false && wasListedBefore(known, exchange);
  judgeUniqueness(id, earlier, isTaken, notes);
  return earlier === null && !isTaken;
}

function noteCreation(
  id: bigint,
  { exchange, json }: JudgedExchange,
  sent: SentPet | null,
  history: AnimalHistory,
  notes: Notes,
): void {
  const known = history.animal(id);
  const isNew = judgeNewId(id, exchange, history, notes);
  const reading = readPet(json);
  if (reading === null || sent === null) {
    history.noteSeen(id).tainted = true;
    return;
  }
  // With two animals of the same id, it is unknown which one a reading shows.
  if (known !== undefined) {
    known.tainted = true;
  }
  history.noteCreation(exchange, reading, sent).tainted = !isNew;
}

/** Whether a list showed the animal before its creation was requested. */
function wasListedBefore({ listedAtMs }: KnownAnimal, creation: Exchange): boolean {
  return listedAtMs !== null && listedAtMs < creation.sentAtMs;
}

function judgeUniqueness(id: bigint, earlier: Exchange | null, isTaken: boolean, notes: Notes): void {
  if (isTaken) {
    notes.judge('create/unique-ids', {
      kind: 'id-of-another',
      message: 'A creation returned the id of an animal that was listed before',
      expected: 'an id that no other animal has',
      actual: `id ${id} again`,
    });
    return;
  }
  notes.judge(
    'create/unique-ids',
    earlier === null
      ? null
      : {
          kind: 'id-given-twice',
          message: 'Two creations returned the same id',
          expected: 'an id that no other animal has',
          actual: `id ${id} again`,
          related: [{ role: 'the other creation', exchange: earlier.number }],
        },
  );
}

function judgeEcho({ json }: JudgedExchange, sent: SentPet, history: AnimalHistory, notes: Notes): void {
  const name = member(json, 'name');
  const categoryId = member(json, 'categoryId');
  const status = member(json, 'status');
  const nameProblem = name === sent.name ? null : differs('name', sent.name, name);
  const isAnother = nameProblem !== null && history.hasSentName(name);
  if (isAnother || (name === undefined && categoryId === undefined)) {
    // Another animal, or no Pet, proves nothing about the storage of texts and numbers.
    notes.judge('create/echoes-fields', nameProblem);
    return;
  }
  const categoryProblem =
    categoryId === sent.categoryId ? null : differs('categoryId', sent.categoryId, categoryId);
  if (isPlainName(sent.name)) {
    notes.judge('create/echoes-fields', nameProblem);
  } else if (isJudgedText(sent.name)) {
    judgeText(sent.name, name, nameProblem, notes);
  }
  const isText = categoryId === String(sent.categoryId);
  const isPlain = isPlainCategory(sent.categoryId);
  history.changesPlainCategories ||= isPlain && categoryId === undefined;
  const isMissingAlways = history.changesPlainCategories && categoryId === undefined;
  const isKept = isText || isPlain || isMissingAlways || isAnotherNumber(sent.categoryId, categoryId);
  notes.judge(isKept ? 'create/echoes-fields' : 'create/int64-exact', categoryProblem);
  if (sent.status !== undefined) {
    notes.judge(
      'create/echoes-fields',
      status === sent.status ? null : differs('status', sent.status, status),
    );
  } else {
    notes.judge(
      'create/status-optional',
      status === undefined || isPetStatus(status)
        ? null
        : {
            kind: 'other-status',
            message: 'An animal created without a status has an undocumented status',
            expected: 'no status, or available, pending or sold',
            actual: `status: ${quote(writeJson(status))}`,
          },
    );
  }
}

/** A name in another form, as trimmed, is not damaged; which form a service keeps is only observed. */
function judgeText(
  sent: string,
  received: JsonValue | undefined,
  problem: Deviation | null,
  notes: Notes,
): void {
  const changes = typeof received === 'string' ? nameChanges(sent, received) : null;
  notes.judge('create/text-exact', changes === null ? problem : null);
  if (changes !== null) {
    notes.observe('create/text-normalised', nameFormText(changes));
  }
}

function differs(name: string, sent: string | bigint, received: JsonValue | undefined): Deviation {
  return {
    kind: received === undefined ? `${name}-missing` : `${name}-differs`,
    message:
      received === undefined
        ? `The response lacks the ${name} that was sent`
        : `The returned ${name} differs from the one sent${howItDiffers(sent, received)}`,
    expected: `${name}: ${quote(writeJson(sent))}`,
    actual: received === undefined ? `no ${name}` : `${name}: ${quote(writeJson(received))}`,
  };
}

/** The response body of an exchange as JSON, if complete. */
export function wholeJson(exchange: Exchange): JsonValue | undefined {
  return exchange.response === null || exchange.failure !== null ? undefined : jsonValue(exchange.response);
}
