import type { Operation } from '../src/exchange/exchange.ts';
import type { Effort } from '../src/verdict/run-event.ts';
import type { PassageName } from './passages.ts';
import type { RequirementId } from './requirements.ts';

/** What a run affords, whatever it checks. */
interface Manner {
  /** Whether what another check has sent is evidence enough where it shows the same. */
  readonly reuses: boolean;
  /** Whether one request tries several cases at once; which of them it was is asked only where it is let in. */
  readonly combines: boolean;
  /** Whether a list is asked for again until a new animal is in it, although it looks cut. */
  readonly waits: boolean;
  /** Which animal of the run a check works on: the oldest one stays as it is where few are created. */
  readonly subject: 'oldest' | 'newest';
  /** How credentials meet operations and requests that are wrong besides: each one, so that all meet, or all all. */
  readonly pairs: 'one-by-one' | 'covering' | 'all';
  /**
   * The status of creations that are to be refused, and of their control twin: that of the animal that the preflight
   * has created, or one of which there are few, so that its lists are short.
   */
  readonly refusedStatus: 'available' | 'pending';
  /** How many animals a store must hold before its lists show whether they keep to their bounds. */
  readonly animals: number;
}

const unhurried = {
  reuses: false,
  combines: false,
  waits: true,
  subject: 'oldest',
  refusedStatus: 'pending',
} as const;

const manners: Readonly<Record<Effort, Manner>> = {
  // One minute of a Free key.
  smoke: {
    reuses: true,
    combines: true,
    waits: false,
    subject: 'newest',
    pairs: 'one-by-one',
    refusedStatus: 'available',
    animals: 0,
  },
  // Five minutes of a Free key.
  normal: { ...unhurried, pairs: 'covering', animals: 101 },
  thorough: { ...unhurried, pairs: 'all', animals: 140 },
};

/** A value at each effort. */
export type ByEffort<Value> = Readonly<Record<Effort, Value>>;

function at<Value>(smoke: Value, normal: Value, thorough: Value): ByEffort<Value> {
  return { smoke, normal, thorough };
}

/** How much of what a check could send is sent. */
interface Amounts {
  /** Hand-chosen cases, the most telling first. A check without any is left out. */
  readonly cases: number;
  /** Cases made by the seed, behind those. */
  readonly generated: number;
  /** Requests that may be spent on making a failing one of them smaller. */
  readonly shrinks: number;
  /** Animals that are read by their ids. */
  readonly readings: number;
  /** Creations that are under way at the same time. */
  readonly atOnce: number;
  /** Requests of one random sequence. */
  readonly length: number;
}

const usual: { readonly [Name in keyof Amounts]: ByEffort<number> } = {
  cases: at(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  generated: at(0, 0, 0),
  shrinks: at(4, 16, 200),
  readings: at(0, 0, 0),
  atOnce: at(0, 0, 0),
  length: at(0, 0, 0),
};

interface Row extends Partial<typeof usual> {
  readonly reuses?: ByEffort<boolean>;
  /** The requirement whose requests are enough for this one in a run that reuses what was sent. */
  readonly servedBy?: RequirementId;
  /** The operations that it asks; all where it is left out. */
  readonly operations?: ByEffort<readonly Operation[]>;
}

const everyOperation = ['listPets', 'createPet', 'getPet'] as const;
/** Of lists one is asked with the key and without, which is enough of them. */
const butLists = at<readonly Operation[]>(['createPet', 'getPet'], everyOperation, everyOperation);

/** What a check sends where that is not the usual, at smoke, normal and thorough. */
export const amounts = {
  'auth/missing-key': { operations: butLists, servedBy: 'auth/header-only' },
  'auth/unknown-key': { generated: at(0, 0, 150) },
  'auth/header-only': { operations: butLists },
  'auth/revoked-key': { operations: at<readonly Operation[]>(['getPet'], everyOperation, everyOperation) },
  'auth/scheme-case': { cases: at(0, 1, 2) },
  'auth/refused-without-effect': { readings: at(0, 3, 50) },

  'list/limit-accepted': { cases: at(4, 7, 10), generated: at(0, 0, 100) },
  'list/status-accepted': { reuses: at(true, true, false) },
  'list/limit-with-status': { cases: at(1, 4, 6), generated: at(0, 0, 100) },
  'list/agrees-with-get': { readings: at(1, 2, 25) },
  'list/limit-out-of-range': { cases: at(0, 3, 4) },
  'list/limit-not-integer': { cases: at(1, 2, 7) },
  'list/status-unknown': { cases: at(0, 2, 4) },
  'list/pagination': { cases: at(0, 1, 1) },
  'list/unknown-parameter': { cases: at(0, 1, 1) },

  'create/accepts-valid': { generated: at(0, 1, 250) },
  'create/status-optional': { cases: at(1, 1, 20) },
  'create/unique-ids': { atOnce: at(0, 6, 40) },
  'create/ignores-client-id': { generated: at(0, 1, 40) },
  'create/missing-name': { cases: at(1, 4, 4) },
  'create/missing-category': { cases: at(1, 2, 4) },
  'create/wrong-name-type': { cases: at(2, 6, 6), generated: at(0, 0, 250) },
  'create/wrong-category-type': { cases: at(1, 8, 9), generated: at(0, 0, 350) },
  'create/category-out-of-range': { cases: at(1, 5, 6), generated: at(0, 0, 250) },
  'create/unknown-status': { cases: at(2, 9, 17), generated: at(0, 0, 350) },
  'create/body-not-object': { cases: at(1, 5, 8) },
  'create/malformed-json': { cases: at(1, 12, 17), generated: at(0, 0, 500) },
  'create/content-type-required': { cases: at(1, 8, 11) },
  'create/refused-without-effect': { readings: at(0, 3, 50) },
  'create/text-exact': { generated: at(0, 2, 800), readings: at(0, 0, 1_000) },
  'create/int64-exact': { cases: at(1, 14, 16), generated: at(0, 4, 500), readings: at(1, 4, 1_000) },
  'create/content-type-parameters': { servedBy: 'create/unique-ids' },
  'create/name-bounds': { cases: at(0, 5, 5) },
  'create/category-existence': { cases: at(0, 1, 1) },
  'create/extra-fields': { cases: at(0, 1, 1) },
  'create/duplicate-members': { cases: at(0, 1, 1) },
  'create/location': { cases: at(0, 1, 1) },
  'create/default-status': { cases: at(0, 1, 1) },

  'get/stable': { cases: at(1, 4, 100) },
  'get/unknown-id': { cases: at(3, 4, 4), generated: at(0, 0, 100) },
  'get/malformed-id': { cases: at(1, 5, 9) },
  'get/deprecation-signalled': { cases: at(0, 1, 1) },

  'errors/unknown-path': { cases: at(1, 2, 2) },
  'errors/unsupported-method': { cases: at(1, 3, 3) },
  'store/orders': { cases: at(0, 1, 1) },

  'one of every status': { readings: at(0, 3, 4) },
  'further refused creations': { cases: at(1, 0, 0) },
  model: { cases: at(0, 1, 50), length: at(0, 6, 40), shrinks: at(0, 20, 400) },
  concurrency: { cases: at(0, 1, 1), atOnce: at(0, 3, 40) },
  'late readings': { cases: at(0, 1, 1) },
} as const satisfies Readonly<Partial<Record<RequirementId | PassageName, Row>>>;

/** What one check of a run is to send. */
export interface CheckPlan extends Manner, Amounts {
  /** Why the check is left out of the run, or `null` where it is not. */
  readonly leftOut: string | null;
  /** Whether another check of the run sends what this one needs. */
  readonly isServed: boolean;
  readonly operations: readonly Operation[];
}

/** What of a run's options its plan depends on. */
interface PlannedRun {
  readonly effort: Effort;
  readonly readOnly: boolean;
  readonly selected: readonly string[];
}

/** What the check of a requirement, or a passage, is to send in a run with these options. */
export function planOf(name: string, { effort, readOnly, selected }: PlannedRun): CheckPlan {
  const row: Row = (amounts as Readonly<Partial<Record<string, Row>>>)[name] ?? {};
  const amount = (kind: keyof Amounts): number => (row[kind] ?? usual[kind])[effort];
  const manner = manners[effort];
  const reuses = row.reuses?.[effort] ?? manner.reuses;
  return {
    ...manner,
    reuses,
    cases: amount('cases'),
    generated: amount('generated'),
    shrinks: amount('shrinks'),
    readings: amount('readings'),
    atOnce: amount('atOnce'),
    length: amount('length'),
    leftOut: amount('cases') === 0 ? `left out at --effort ${effort}` : null,
    isServed: reuses && row.servedBy !== undefined && selected.includes(row.servedBy),
    operations: (row.operations?.[effort] ?? everyOperation).filter(
      (operation) => operation !== 'createPet' || !readOnly,
    ),
  };
}

/**
 * The order in which the suites run. New animals come first, while lists are short; whatever fills the store
 * comes before what needs it full; and what looks at the whole run last.
 */
export const suiteOrder = [
  'fresh-animals',
  'refusals',
  'auth',
  'refused-without-effect',
  'create',
  'client-ids',
  'get',
  'sequences',
  'list',
  'errors',
  'interface',
  'varieties',
  'closing',
] as const;

/**
 * At effort `smoke` a run adds so few animals that lists are short to its end. So it lists once, when every
 * animal is there and everything has been refused, and each of these lists is evidence for many requirements.
 */
const orderAtSmoke: readonly (typeof suiteOrder)[number][] = [
  'auth',
  'refusals',
  'get',
  'create',
  'interface',
  'fresh-animals',
  'refused-without-effect',
  'client-ids',
  'sequences',
  'list',
  'errors',
  'varieties',
  'closing',
];

/** The place of a suite in the runs of an effort, by the path of its file. */
export function placeOfSuite(path: string, effort: Effort): number {
  const order = effort === 'smoke' ? orderAtSmoke : suiteOrder;
  return order.findIndex((name) => path.includes(`/${name}.suite.`));
}
