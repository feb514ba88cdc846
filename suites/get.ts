import { coveringCases } from '../src/arbitraries/covering-cases.ts';
import { farId, farIdLike, farIds } from '../src/arbitraries/int64.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { isJsonObject, member } from '../src/json/exact-json.ts';
import { type Answer, answerOf, summarise } from '../src/suite/answer.ts';
import type { Check } from '../src/suite/check.ts';
import { assume } from '../src/suite/outcome.ts';
import { perRun } from '../src/suite/session.ts';
import { once, rule, type Suite, table } from '../src/suite/suite.ts';
import { getPet, withCredential } from '../src/target/api-request.ts';
import { inDigits, magnitude } from './cases/invalid-creation.ts';
import { accepting, compressed, forms, inForm } from './steps/as-others-send.ts';
import { judgeChangedStatuses } from './steps/changed-statuses.ts';
import { oldAnimals } from './steps/old-animals.ts';
import { breakPace } from './steps/pauses.ts';

/** The kind of a malformed id, and its path segment from the digits of a known id. */
export type MalformedId = readonly [description: string, path: string | ((known: string) => string)];

/**
 * Ids that are not an int64 in the documented notation, but that some parser reads as the id of an animal, the most
 * effective first. None that a server or firewall rejects on its own: with %00, %0A, %25 or %2F, invalid UTF-8, or too
 * long.
 */
const malformedIds: readonly MalformedId[] = [
  // Truncation, rounding or a double turns it into the id of an animal.
  ['a known id with a tiny fraction', (id) => `${id}.0000000000000000000001`],
  ['abc', 'abc'],
  ['a known id followed by letters', (id) => `${id}abc`],
  ['2^64 above a known id', (id) => `${2n ** 64n + BigInt(id)}`],
  ['a known id with an exponent', (id) => `${id}e0`],
  ['2^63', '9223372036854775808'],
  ['null', 'null'],
  ['an underscore between its digits', (id) => `${BigInt(id) / 10n}_${id.slice(-1)}`],
  ['hexadecimal', (id) => `0x${magnitude(id).toString(16)}`],
  ['octal', (id) => `0o${magnitude(id).toString(8)}`],
  ['binary', (id) => `0b${magnitude(id).toString(2)}`],
  ['full-width digits', (id) => encodeURIComponent(inDigits(id, 0xff10))],
  ['Arabic digits', (id) => encodeURIComponent(inDigits(id, 0x0660))],
  ['a trailing space', (id) => `${id}%20`],
  ['a leading non-breaking space', (id) => `%C2%A0${id}`],
  ['an n suffix, as in JavaScript', (id) => `${id}n`],
  ['an L suffix, as in Java', (id) => `${id}L`],
  ['followed by a comma and another number', (id) => `${id},1`],
  ['a trailing decimal point', (id) => `${id}.`],
  ['an extension', (id) => `${id}.json`],
  ['an exponent with a sign', (id) => `${id}e+0`],
  ['quotation marks around it', (id) => `%22${id}%22`],
  ['brackets around it', (id) => `%5B${id}%5D`],
  ['2^128 above a known id', (id) => `${2n ** 128n + BigInt(id)}`],
  ['200 digits', '9'.repeat(200)],
  ['undefined', 'undefined'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['true', 'true'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['an object', '%7B%7D'],
  ['-', '-'],
];

/** Gets an animal by a malformed id: any 4xx with an `Error` body is valid. */
async function refusesId(check: Check, [description, path]: MalformedId): Promise<void> {
  const known = `${await check.knownId()}`;
  const segment = typeof path === 'string' ? path : path(known);
  const answer = await check.send(withCredential('GET', `/pets/${segment}`, [], null, check.session.key));
  const isRefused = answer.status >= 400 && answer.status < 500;
  const isError =
    isJsonObject(answer.json) &&
    ['code', 'message', 'status'].every((name) => member(answer.json, name) !== undefined);
  if (!isRefused || !isError) {
    check.violated(answer, {
      kind: isRefused ? 'no-error-body' : `status-${answer.status}`,
      message: `A malformed id (${description}) returned ${answer.status}${isError || !isRefused ? '' : ' without an Error body'}`,
      expected: 'a 4xx with an Error body',
    });
  }
}

/** An id that no animal should have, or what makes it of a known one. */
type UnknownId = bigint | ((known: bigint) => bigint);

/**
 * A service may fail for an id beyond 32 bits, treat 0 as no id, drop the sign of a negative one, or count it from the
 * end of an array.
 */
const unknownIds: readonly UnknownId[] = [
  farIdLike,
  0n,
  (known) => (known > 0n ? -known : -farIdLike(known)),
  2_117_483_639n,
  -1n,
  -2n,
];

/** The unknown ids that were asked for, and those that returned an animal. */
const asked = perRun(() => ({ ids: new Set<bigint>(), animals: [] as Answer[] }));

async function isNotFound(check: Check, unknown: UnknownId): Promise<void> {
  const [seen] = check.history.seen;
  const id = typeof unknown === 'bigint' ? unknown : unknown(seen?.id ?? 0n);
  const { ids, animals } = asked(check);
  if (ids.has(id)) {
    return;
  }
  ids.add(id);
  const request = getPet(id, check.session.key);
  const answer = await check.send(id === 0n ? compressed(accepting(request, '*/*')) : request);
  if (answer.status === 200 && member(answer.json, 'id') === id) {
    animals.push(answer);
  } else {
    check.expectStatus(answer, 404, 'An unknown id');
  }
}

/** One of these ids others may have given; not all of them, one beyond 2^55, 0 and a negative one among them. */
function judgeEveryId(check: Check): void {
  const { ids, animals } = asked(check);
  const [first, ...others] = animals;
  if (first !== undefined && others.length >= 2 && animals.length === ids.size) {
    check.violated(first, {
      kind: 'every-id',
      message: `All of ${ids.size} unrelated ids return 200 and an animal`,
      expected: '404 with an Error body',
      related: others.map(({ exchange }) => ({ role: 'another id', exchange: exchange.number })),
    });
  }
}

/**
 * Reads by the id of a known animal, ids near it and a far one, in every form. The watches judge the responses: one
 * near it may be another client's animal, but no other one.
 */
const readings = coveringCases({ id: ['known', 'far', 'next to it', 'its first digits'], ...forms } as const);

function nearId(known: bigint, which: 'known' | 'next to it' | 'its first digits'): bigint {
  return { known, 'next to it': known ^ 1n, 'its first digits': known / 10n }[which];
}

/** An animal that was created is found by its id, with the values that the watches compare. */
async function isFound(check: Check): Promise<void> {
  await judgeChangedStatuses(check);
  if (check.history.created.every(({ reads }) => reads.length === 0)) {
    const { status, pet } = await check.get((await check.ownAnimal()).id);
    assume(pet !== null || status === 404, `an animal of this run returned ${status} instead of its values`);
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

type Age = 'the oldest' | 'the one after the oldest' | 'the one before the newest' | 'the newest';

/** Reads an animal once more, preferably one that was read before, after a pause of no usual length. */
async function readsTheSame(check: Check, age: Age): Promise<void> {
  const read = check.own.filter((animal) => animal.reads.length > 0);
  const [oldest = await check.ownAnimal(), second = oldest] = read;
  const animal = {
    'the oldest': oldest,
    'the one after the oldest': second,
    'the one before the newest': read.at(-2) ?? oldest,
    'the newest': read.at(-1) ?? oldest,
  }[age];
  if (age === 'the newest') {
    await breakPace(check);
  }
  if (animal.reads.length === 0) {
    await check.get(animal.id);
  }
  const { status, pet } = await check.send(compressed(accepting(getPet(animal.id, check.session.key), null)));
  assume(
    pet !== null || status === 404,
    `${age} animal of this run returned ${status} instead of its values`,
  );
}

export const get: Suite = {
  'get/returns-created': table({
    time: 'first',
    smoke: true,
    cases: [isFound, isFoundOnceCreated],
    test: (check, prove) => prove(check),
  }),

  'get/id-matches': table({
    smoke: true,
    cases: readings,
    test: async (check, { id: which, ...form }) => {
      const isKnown = which === 'known';
      const id = which === 'far' ? farIds.ofForms : nearId(await check.knownId(), which);
      const request = inForm(getPet(id, check.session.key), form);
      const exchange = await check.sendForRules(request, form.isFresh);
      const pet = answerOf(exchange)?.pet ?? null;
      assume(!isKnown || pet !== null, `a known animal was answered with ${summarise(exchange)}`);
    },
  }),

  'get/unknown-id': table<UnknownId>({
    smoke: true,
    control: 'getPet',
    cases: unknownIds,
    generated: () => farId,
    test: isNotFound,
    after: async (check) => {
      judgeEveryId(check);
      const { ids, animals } = asked(check);
      assume(
        animals.length < ids.size,
        'each unknown id that was requested returned an animal: `--effort normal` requests more of them',
      );
    },
  }),

  'get/malformed-id': table({ smoke: true, control: 'getPet', cases: malformedIds, test: refusesId }),

  'get/deprecation-signalled': once(async (check) => {
    const answer = await check.getKnown();
    const signals = ['Deprecation', 'Sunset', 'Link'].flatMap((name) => {
      const value = headerValue(answer.headers, name);
      return value === undefined ? [] : [`${name}: ${value.slice(0, 120)}`];
    });
    check.observe(signals.length === 0 ? 'not signalled in headers' : signals.join(', '), answer);
  }),

  'get/stable': table({
    time: 'last',
    smoke: true,
    requests: 2,
    cases: ['the newest', 'the oldest', 'the one after the oldest', 'the one before the newest'] as const,
    test: readsTheSame,
  }),

  // The watches compare them with earlier responses.
  'get/stable, values that are often altered': once(
    async (check) => {
      for (const { id } of await oldAnimals(check)) {
        await check.get(id);
      }
    },
    { time: 'last', requests: 3 },
  ),

  'get/status-stable': rule({ creates: true }),
};
