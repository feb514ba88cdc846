import fc from 'fast-check';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import type { WatchContext } from '../../src/watchers/watch.ts';
import type { Traits } from '../animals/conforming-store.ts';
import type { Question } from '../animals/questions.ts';
import { anySteps, anyTraits, carryOut, plainTraits, runTag, type Step } from '../animals/traffic.ts';
import { Dresser } from './dresser.ts';
import { anyManner, type Manner, plainManner } from './manner.ts';

/** The exchanges of a run, in the order in which they finished, and what the watches are told besides. */
export interface Run {
  readonly exchanges: readonly Exchange[];
  readonly context: WatchContext;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A run against a service that obeys the document, in one of all the ways that it leaves open. */
export const anyRun: fc.Arbitrary<Run> = fc
  .tuple(anyTraits, anyManner, anySteps)
  .map(([traits, manner, steps]) => runOf(traits, manner, steps));

/** The same, in which everything is asked at least once and answered. */
export const anyFullRun: fc.Arbitrary<Run> = fc
  .tuple(anyTraits, anyManner, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }))
  .chain(([traits, manner, numbers]) =>
    fc
      .tuple(fc.shuffledSubarray(everything(numbers), { minLength: 0 }), anySteps)
      .map(([again, steps]) =>
        runOf(generous(traits), manner, [...everything(numbers), ...steps.slice(0, 8), ...again]),
      ),
  );

/** The same run each time, against a plain service; `number` chooses among alike requests. */
export function plainRun(number: number): Run {
  return runOf(plainTraits, plainManner, everything([number, number, number, number]));
}

/** Everything that the two watches of a run find in it. */
export function findingsIn({ exchanges, context }: Run): Finding[] {
  const watches = [startWatch(context), new AnimalWatch(runTag)];
  return exchanges.flatMap((one) => watches.flatMap((watch) => watch.see(one).findings));
}

function runOf(traits: Traits, manner: Manner, steps: readonly Step[]): Run {
  const { limit, planKnown } = manner;
  const asked = carryOut({ ...traits, changesStatuses: false }, steps);
  const dresser = new Dresser(manner, { minuteMs, dayMs });
  const dressed = asked
    .toSorted((one, other) => one.number - other.number)
    .map((one) => dresser.dress(one))
    .sort((one, other) => one.finishedAtMs - other.finishedAtMs);
  return { exchanges: dressed, context: { planLimit: planKnown ? limit : null, minuteMs, dayMs } };
}

/** A service that accepts the odd things too: what it refuses can't come back changed. */
function generous(traits: Traits): Traits {
  return {
    ...traits,
    refusesOddNames: false,
    refusesUnknownCategories: false,
    refusesClientIds: false,
    refusesMoreMembers: false,
    alreadyThere: Math.max(3, traits.alreadyThere),
    pageCap: 100,
    listLag: 0,
  };
}

const names = [
  (tag: string) => `Rex ${tag}`,
  (tag: string) => `Zo\u00eb ${tag} \u{1f408}`,
  (tag: string) => ` <b>Ame\u0301lie</b> & ${tag} `,
  (tag: string) => `${tag} ${'x'.repeat(290)}`,
];
const categories = [1n, 7n, 2n ** 53n + 1n, 2n ** 31n, -1n, 0n, 2n ** 63n - 1n];
const statuses = ['"sold"', '"available"', '"pending"', null];

/** Each request that the document describes, and some that it does not; `numbers` choose among alike ones. */
function everything([name = 0, category = 0, status = 0, odd = 0]: readonly number[]): Step[] {
  const creation = (number: number): Question => ({
    ask: 'create',
    contentType: 'application/json',
    body: (tag) => {
      const text = JSON.stringify(at(names, name + number)(tag));
      const given = at(statuses, status + number);
      const members = [`"name":${text}`, `"categoryId":${at(categories, category + number)}`];
      return `{${[...members, ...(given === null ? [] : [`"status":${given}`])].join(',')}}`;
    },
  });
  const plain: Question = {
    ask: 'create',
    contentType: 'application/json',
    body: (tag) => `{"name":"Max ${tag}","categoryId":1,"status":${at(statuses.slice(0, 3), status)}}`,
  };
  const withId: Question = {
    ask: 'create',
    contentType: 'application/json',
    body: (tag) => `{"id":${2n ** 60n + BigInt(odd)},"name":"Luna ${tag}","categoryId":1}`,
  };
  const broken = (
    text: (tag: string) => string,
    contentType: string | null = 'application/json',
  ): Question => ({
    ask: 'create',
    contentType,
    body: text,
  });
  const list = (limit: string | null, filter: string | null): Question => ({
    ask: 'list',
    limit,
    status: filter,
  });
  const read = (id: number | bigint): Question => ({ ask: 'read', id });
  const refused = broken((tag) => `{"name":"Ruby ${tag}","categoryId":"7"}`);
  return [
    ...[plain, creation(0), creation(1), plain, creation(2), withId].map((one) => step(one)),
    // The first animals are those of others: at least three.
    ...[0, 1, 2].map((index) => step(read(index))),
    ...[3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 3, 4, 5].map((index) => step({ ...read(index) })),
    step(list(null, null)),
    step(list('5', null)),
    step(list('40', null)),
    step(list('40', 'sold')),
    step(list(null, 'available')),
    step(list(null, 'pending')),
    step(list(`${101 + (odd % 900)}`, null)),
    step(list('0', null)),
    step(refused),
    step(broken((tag) => `{"name":"Ruby ${tag}"`)),
    step(broken((tag) => `{"name":"Otto ${tag}","categoryId":7}`, null)),
    ...[1, 2].map(() => step(read(2n ** 62n + BigInt(odd)))),
    step(read(-(2n ** 62n) - BigInt(odd))),
    step({ ask: 'read oddly', segment: at(['abc', '1.5', '9223372036854775808'], odd) }),
    step({ ask: 'another thing', method: 'GET', target: '/nothing', status: 404, answer: 'no such page' }),
    step({ ask: 'another thing', method: 'DELETE', target: '/pets', status: 405, answer: '' }),
    ...[list(null, null), read(0), plain].flatMap((one) => [
      step(one, 'none'),
      step(one, 'invalid'),
      step(one, 'none'),
    ]),
    step(list('40', null)),
    step(list(null, null), 'api-key', 'limited'),
    step(list(null, 'available')),
    step(plain),
  ];
}

function step(
  question: Question,
  credential: Step['credential'] = 'api-key',
  fate: Step['fate'] = 'answered',
): Step {
  return { question, credential, fate, foreign: 0, overtakes: false };
}

function at<T>(items: readonly [T, ...T[]] | readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) {
    throw new Error('nothing to choose from');
  }
  return item;
}
