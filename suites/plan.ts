import type { Strength } from '../src/arbitraries/covering-cases.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import type { Effort } from '../src/verdict/run-event.ts';
import type { RequirementId } from './requirements.ts';
import type { ScenarioName } from './scenarios.ts';

/** The properties of a run that all its checks share. */
interface RunStyle {
  /** Whether the exchanges of one check are evidence for others, which then send less, unless their row says otherwise. */
  readonly reuses: boolean;
  /** How many dimensions of cases meet: each value once, every two, or every three of different dimensions. */
  readonly strength: Strength;
  /** Whether a list that looks cut is repeated, because it may be outdated instead. */
  readonly repeatsCutLists: boolean;
  /**
   * The status of invalid creations and of their valid control: that of the animal of the preflight, or a rare one, so
   * that its lists are short.
   */
  readonly refusedStatus: 'available' | 'pending';
  /** The number of requests near which a run stays without an ample allowance: see `requestRoom`. */
  readonly requests: number;
  /** The maximum number of requests if the allowance of the key is ample: then the run sends further cases. */
  readonly ampleRequests: number;
  /** The number of animals of the run after which further cases create no more. */
  readonly ampleAnimals: number;
  /** The number of animals that the store needs before its lists can exceed their bounds. */
  readonly animals: number;
}

/** No bound. */
const all = Number.POSITIVE_INFINITY;

const styles: Readonly<Record<Effort, RunStyle>> = {
  // One minute of a Free key.
  smoke: {
    reuses: true,
    strength: 1,
    repeatsCutLists: false,
    refusedStatus: 'available',
    requests: 60,
    ampleRequests: 480,
    ampleAnimals: 0,
    animals: 0,
  },
  // Five minutes of a Free key.
  normal: {
    reuses: false,
    strength: 2,
    repeatsCutLists: true,
    refusedStatus: 'pending',
    requests: 300,
    ampleRequests: 1_050,
    ampleAnimals: 138,
    animals: 101,
  },
  thorough: {
    reuses: false,
    strength: 3,
    repeatsCutLists: true,
    refusedStatus: 'pending',
    requests: all,
    ampleRequests: all,
    ampleAnimals: all,
    animals: 140,
  },
};

/** A value at each effort. */
export type ByEffort<Value> = Readonly<Record<Effort, Value>>;

function at<Value>(smoke: Value, normal: Value, thorough: Value): ByEffort<Value> {
  return { smoke, normal, thorough };
}

/** The amounts of a check. */
interface Amounts {
  /** Hand-written cases, the most effective first. A check with none is skipped. */
  readonly cases: number;
  /** Cases generated from the seed, after those. */
  readonly generated: number;
  /** The maximum number of requests to shrink a counterexample. */
  readonly shrinks: number;
  /** Animals to read by id. */
  readonly readings: number;
  /** Concurrent creations. */
  readonly atOnce: number;
  /** Requests per random sequence. */
  readonly length: number;
}

const defaults: { readonly [Name in keyof Amounts]: ByEffort<number> } = {
  cases: at(all, all, all),
  generated: at(0, 0, 0),
  shrinks: at(4, 16, 200),
  readings: at(0, 0, 0),
  atOnce: at(0, 0, 0),
  length: at(0, 0, 0),
};

interface Row extends Partial<typeof defaults> {
  /** Whether it needs to create animals, so that a read-only run skips it. */
  readonly creates?: true;
  /** The minimum number of animals in the store. */
  readonly storeOf?: number;
  readonly reuses?: ByEffort<boolean>;
  /** The requirement whose requests suffice for this one in a run that reuses exchanges. */
  readonly servedBy?: RequirementId;
  /** The operations to request; all by default. */
  readonly operations?: ByEffort<readonly Operation[]>;
}

const everyOperation = ['listPets', 'createPet', 'getPet'] as const;
/** At smoke another check lists with the key and without, which suffices. */
const exceptLists = at<readonly Operation[]>(['createPet', 'getPet'], everyOperation, everyOperation);

/** The needs of checks, and amounts other than the defaults, at smoke, normal and thorough. */
export const amounts = {
  'auth/missing-key': { operations: exceptLists, servedBy: 'auth/header-only' },
  'auth/unknown-key': { generated: at(0, 0, 150) },
  'auth/header-only': { operations: exceptLists },
  'auth/revoked-key': { operations: at<readonly Operation[]>(['getPet'], everyOperation, everyOperation) },
  'auth/scheme-case': { cases: at(0, 1, 2) },
  'auth/refused-without-effect': { creates: true, readings: at(0, 3, 50) },

  'list/created-pet-listed': { creates: true },
  'list/default-limit': { storeOf: 21 },
  'list/never-above-100': { storeOf: 101, cases: at(1, 2, 2) },
  'list/limit-accepted': { cases: at(1, 5, all), generated: at(0, 0, 100) },
  'list/safe': { servedBy: 'list/agrees-with-get' },
  'list/status-accepted': { reuses: at(true, true, false) },
  'list/limit-with-status': { cases: at(1, 4, all), generated: at(0, 0, 100) },
  'list/agrees-with-get': { readings: at(1, 2, 25) },
  'list/limit-out-of-range': { cases: at(0, 3, 4) },
  'list/limit-not-integer': { cases: at(1, 1, 7) },
  'list/status-unknown': { cases: at(0, 1, 4) },
  'list/pagination': { cases: at(0, 1, 1) },
  'list/unknown-parameter': { cases: at(0, 1, 3) },

  'create/accepts-valid': { cases: at(12, 12, all), generated: at(0, 0, 250) },
  'create/status-optional': { cases: at(1, 1, 20), reuses: at(true, true, false) },
  'create/unique-ids': { atOnce: at(0, 5, 40) },
  'create/ignores-client-id': { generated: at(0, 1, 40) },
  'create/missing-name': { cases: at(1, 4, all) },
  'create/missing-category': { cases: at(1, 2, all) },
  'create/wrong-name-type': { cases: at(2, 7, all), generated: at(0, 0, 250) },
  'create/wrong-category-type': { cases: at(1, 8, all), generated: at(0, 0, 350) },
  'create/category-out-of-range': { cases: at(1, 5, all), generated: at(0, 0, 250) },
  'create/unknown-status': { cases: at(2, 9, all), generated: at(0, 0, 350) },
  'create/body-not-object': { cases: at(1, 5, all) },
  'create/malformed-json': { cases: at(1, 12, all), generated: at(0, 0, 500) },
  'create/content-type-required': { cases: at(1, 8, all) },
  'create/refused-without-effect': { creates: true, readings: at(0, 3, 50) },
  'create/text-exact': { generated: at(0, 2, 800), readings: at(0, 0, 1_000) },
  'create/int64-exact': { cases: at(1, 14, 16), generated: at(0, 1, 500), readings: at(1, 4, 1_000) },
  'create/content-type-parameters': { servedBy: 'create/unique-ids' },
  'create/name-bounds': { cases: at(0, 5, 5) },
  'create/category-existence': { cases: at(0, 1, 1) },
  'create/extra-fields': { cases: at(0, 3, 3) },
  'create/duplicate-members': { cases: at(0, 1, 1) },
  'create/location': { cases: at(0, 1, 1) },
  'create/default-status': { cases: at(0, 1, 1) },

  'get/stable': { readings: at(1, 4, 100) },
  'get/unknown-id': { cases: at(3, 6, 6), generated: at(0, 0, 100) },
  'get/malformed-id': { cases: at(1, 5, all) },
  'get/deprecation-signalled': { cases: at(0, 1, 1) },

  'errors/unknown-path': { cases: at(1, 2, 2) },
  'errors/unsupported-method': { cases: at(1, 4, 4) },
  'store/orders': { cases: at(0, 1, 1) },

  'one of every status': { creates: true, readings: at(0, 4, 4) },
  model: { creates: true, cases: at(0, 1, 50), length: at(0, 4, 40), shrinks: at(0, 20, 400) },
  concurrency: { creates: true, cases: at(0, 1, 1), atOnce: at(0, 3, 40) },
  'fill the store': { creates: true },
  'list without gaps': { creates: true, cases: at(0, 1, 1) },
  'late readings': { cases: at(0, 1, 1) },
} as const satisfies Readonly<Partial<Record<RequirementId | ScenarioName, Row>>>;

/** The plan of one check in a run. */
export interface CheckPlan extends RunStyle, Amounts {
  /** Why the run skips the check, or `null` if it does not. */
  readonly leftOut: string | null;
  /** Whether it needs to create animals, so that a read-only run skips it. */
  readonly creates: boolean;
  /** The minimum number of animals in the store. */
  readonly storeOf: number;
  /** Whether another check of the run sends the requests for this one. */
  readonly isServed: boolean;
  readonly operations: readonly Operation[];
}

/** The options of a run that determine its plan. */
interface PlannedRun {
  readonly effort: Effort;
  readonly readOnly: boolean;
  readonly selected: readonly string[];
}

/** The plan of a check or a scenario in a run with these options. */
export function planOf(name: string, { effort, readOnly, selected }: PlannedRun): CheckPlan {
  const row: Row = (amounts as Readonly<Partial<Record<string, Row>>>)[name] ?? {};
  const amount = (kind: keyof Amounts): number => (row[kind] ?? defaults[kind])[effort];
  const style = styles[effort];
  const reuses = row.reuses?.[effort] ?? style.reuses;
  return {
    ...style,
    reuses,
    cases: amount('cases'),
    generated: amount('generated'),
    shrinks: amount('shrinks'),
    readings: amount('readings'),
    atOnce: amount('atOnce'),
    length: amount('length'),
    creates: row.creates === true,
    storeOf: row.storeOf ?? 0,
    leftOut: amount('cases') === 0 ? `left out at --effort ${effort}` : null,
    isServed: reuses && row.servedBy !== undefined && selected.includes(row.servedBy),
    operations: (row.operations?.[effort] ?? everyOperation).filter(
      (operation) => operation !== 'createPet' || !readOnly,
    ),
  };
}
