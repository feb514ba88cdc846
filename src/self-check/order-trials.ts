import { join } from 'node:path';
import fc from 'fast-check';
import {
  canBeMixed,
  type Fault,
  faultNamed,
  limiterNames,
  mixtureOf,
  namesInMixture,
  needsMeasurement,
  variants,
} from '../../reference-impl/index.ts';
import type { Effort } from '../verdict/run-event.ts';
import type { Scope, SelfCheckOptions, Subject, TrialOrder } from './trial.ts';

/** The folder of the runs, below that of the reports. */
export const folderOfRuns = 'self-check-runs';

interface OrderedTrials {
  /** Trials that keep the processor busy. */
  readonly functional: readonly TrialOrder[];
  /** They mostly wait for minutes to end. */
  readonly measured: readonly TrialOrder[];
}

/**
 * Which trials are made, in an order in which those that wait much neither come all at once nor last. A variant of a
 * drawn mixture conforms to the further cases and the measurement in its company, and alone to the usual cases; but
 * limiters are what a measurement judges, so that each is also measured alone.
 */
export function orderTrials(options: SelfCheckOptions): OrderedTrials {
  const given = options.variants.map(conforming);
  const drawn = drawMixtures(options.seed, options.mixtures).map(conforming);
  const unusual = [...drawn, ...given];
  // Mixtures that were asked for by number are trials beside those of the variants.
  const mixtures = options.mixtures === null ? drawn.map(({ name }) => namesInMixture(name)) : [];
  const measuredInCompany = new Set(mixtures.flat());
  const testedInCompany = new Set(mixtures.filter(getsFurtherCases).flat());
  const faults = options.faults.map((name) => faultNamed(name)).filter((fault) => fault !== undefined);
  const measures = options.selected.some((id) => id.startsWith('quota/'));
  const decided = options.selected.some((id) => !id.startsWith('quota/'));
  const ordered = (scope: Scope, subject: Subject): TrialOrder => {
    const isTestedInCompany = subject.kind === 'variant' && testedInCompany.has(subject.name);
    const isAmple =
      options.allowance === null || scope !== 'functional'
        ? !isTestedInCompany && needsAmpleAllowance(options.effort, subject)
        : options.allowance === 'ample';
    return { ...order(options, scope, subject), isAmple };
  };
  return {
    functional: amongEachOther(
      decided ? unusual.map((subject) => ordered('functional', subject)) : [],
      faults
        .filter((fault) => scopeOf(fault) === 'functional')
        .map(({ name }) => ordered('functional', { kind: 'fault', name })),
    ),
    measured: measures
      ? [
          // A fault may take several trials, a conforming service takes one: those begin when the end is near.
          ...longestFirst(
            faults
              .filter((fault) => scopeOf(fault) !== 'functional')
              .map((fault) => ordered(scopeOf(fault), { kind: 'fault', name: fault.name })),
          ),
          ...longestFirst(
            unusual
              .filter(({ name }) => !measuredInCompany.has(name) || limiterNames.includes(name))
              .map((subject) => ordered(subject.kind === 'mixture' ? 'larger-minute' : 'minute', subject)),
          ),
        ]
      : [],
  };
}

/** Their answers take too long, or their `Reset` is more than a minute ahead: a run sends them no further cases. */
const withoutFurtherCases = ['slow-answers', 'counter-reset-when-empty'];

function getsFurtherCases(names: readonly string[]): boolean {
  return names.every((name) => !withoutFurtherCases.includes(name));
}

/** Variants such as slow services mostly wait, so two faults, which use the processor, accompany each. */
function amongEachOther<Order>(unusual: readonly Order[], faults: readonly Order[]): readonly Order[] {
  const beside = 2;
  const apart = spread(faults);
  return [
    ...unusual.flatMap((order, index) => [order, ...apart.slice(beside * index, beside * (index + 1))]),
    ...apart.slice(beside * unusual.length),
  ];
}

/** Similar faults are adjacent in the catalogue, so those with waits would all run concurrently. */
function spread<Order>(faults: readonly Order[]): readonly Order[] {
  const stride = Math.ceil(Math.sqrt(faults.length));
  return Array.from({ length: stride }, (_, first) =>
    faults.filter((_, index) => index % stride === first),
  ).flat();
}

/**
 * Repetitions of a trial for undecided requirements, one after another or side by side: other limits may expose a
 * fault, and a busy machine may disturb a measurement.
 */
export function triesOf(order: TrialOrder): readonly (readonly TrialOrder[])[] {
  if (order.scope === 'functional') {
    // A machine too busy to ask quickly leaves undecided what only quick requests show; few requests do so anyway.
    return order.effort === 'smoke' ? [[order]] : [[order], [order]];
  }
  const scopes: readonly Scope[] =
    order.scope === 'day' || order.scope === 'long-minute'
      ? [order.scope, order.scope, order.scope]
      : [order.scope, 'larger-minute', 'longer-minute', 'long-minute'];
  // The first trial decided everything else.
  const again = order.selected.filter((id) => isOfLimits(id) || isDue(order, id));
  const tries = scopes.map((scope, index) => ({
    ...order,
    scope,
    selected: index === 0 ? order.selected : again,
  }));
  // In a long minute, one after another would take longer than all other trials together.
  return order.scope === 'long-minute'
    ? [[order, { ...order, folder: `${order.folder}-beside` }], tries.slice(2)]
    : tries.map((one) => [one]);
}

function isOfLimits(id: string): boolean {
  return id.startsWith('quota/') || id.startsWith('rate/');
}

function isDue({ subject }: TrialOrder, id: string): boolean {
  return faultNamed(subject.name)?.violates.some((violated) => violated === id) ?? false;
}

/** Where most faults of these are seen in the first trial: whole seconds and few requests hide them in a shorter one. */
const firstScopes: Readonly<Record<string, Scope>> = {
  'quota/reset-honest': 'longer-minute',
  'quota/retry-after-honest': 'larger-minute',
  'rate/remaining-counts-down': 'larger-minute',
};

function scopeOf(fault: Fault): Scope {
  if (!needsMeasurement(fault)) {
    return 'functional';
  }
  switch (fault.needs) {
    case 'day-quota':
      return 'day';
    case 'long-minute':
      return 'long-minute';
    default:
      return firstScopes[fault.violates[0]] ?? 'minute';
  }
}

function longestFirst(orders: readonly TrialOrder[]): readonly TrialOrder[] {
  return orders.toSorted((left, right) => length(right.scope) - length(left.scope));
}

function length(scope: Scope): number {
  return { functional: 0, minute: 1, 'larger-minute': 2, 'longer-minute': 3, day: 4, 'long-minute': 5 }[
    scope
  ];
}

/**
 * Faults that only further cases detect, and variants, which those cases must not fail either. A run of effort smoke
 * detects most faults by further cases.
 */
function needsAmpleAllowance(effort: Effort, { kind, name }: Subject): boolean {
  return effort !== 'normal' || kind !== 'fault' || faultNamed(name)?.needs === 'ample-allowance';
}

function conforming(name: string): Subject {
  return { kind: namesInMixture(name).length === 1 ? 'variant' : 'mixture', name };
}

function order(options: SelfCheckOptions, scope: Scope, subject: Subject): Omit<TrialOrder, 'isAmple'> {
  const { effort, seed, selected, reportDir } = options;
  // The run of a fault decides everything; the functional part of a variant was tested before.
  const ofLimits = scope !== 'functional' && subject.kind !== 'fault';
  return {
    subject,
    scope,
    effort,
    seed,
    selected: selected.filter((id) => {
      const limits = id.startsWith('quota/');
      return scope === 'functional' ? !limits : !ofLimits || isOfLimits(id);
    }),
    folder: join(reportDir, folderOfRuns, folderName(subject, scope)),
  };
}

/** A mixture's name may be longer than a file's may. */
function folderName({ kind, name }: Subject, scope: Scope): string {
  const short = name.length > 100 ? `${name.slice(0, 90)}-${[...name].reduce(hash, 7).toString(36)}` : name;
  return scope === 'functional' ? `${kind}-${short}` : `${kind}-${short}-${scope}`;
}

function hash(sum: number, character: string): number {
  return (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 40;
}

const names = variants.map(({ name }) => name);

/** Every variant once, in as many mixtures as there are limiters, or more if some fit into none. */
const mixturesOfAll = fc
  .shuffledSubarray(names, { minLength: names.length })
  .map(distributed)
  .map((mixtures) => mixtures.filter(({ length }) => length >= 2));

function distributed(shuffled: readonly string[]): string[][] {
  const mixtures: string[][] = limiterNames.map(() => []);
  // Those that fit with fewest come first, while there is a choice: else the last mixtures stay small.
  const fits = new Map(
    shuffled.map((name) => [name, shuffled.filter((other) => canBeMixed(other, name)).length]),
  );
  for (const name of shuffled.toSorted((one, other) => (fits.get(one) ?? 0) - (fits.get(other) ?? 0))) {
    const fitting = mixtures.filter((mixture) => mixture.every((other) => canBeMixed(other, name)));
    const [smallest] = fitting.toSorted((one, other) => one.length - other.length);
    if (smallest === undefined) {
      mixtures.push([name]);
    } else {
      smallest.push(name);
    }
  }
  return mixtures;
}

/**
 * The names of random mixtures of variants, reproducible by seed. A variant is sampled again only when all others have
 * been.
 *
 * @param count by default as many as it takes to sample every variant once
 */
export function drawMixtures(seed: number, count: number | null): string[] {
  const numRuns = count === null ? 1 : Math.ceil(count / limiterNames.length) + 1;
  const drawn = fc.sample(mixturesOfAll, { seed, numRuns }).flat();
  return drawn.slice(0, count ?? drawn.length).map((mixture) => mixtureOf(mixture).name);
}
