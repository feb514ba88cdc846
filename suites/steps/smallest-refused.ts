import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { Inconclusive } from '../../src/suite/outcome.ts';
import { perRun } from '../../src/suite/session.ts';
import type { RelatedExchange } from '../../src/verdict/finding.ts';

/** A refused case with its response. */
export interface Refused<One> {
  readonly one: One;
  readonly answer: Answer;
}

/** A refused case, each unusual value of which is necessary: with the usual one instead, the service accepts it. */
export interface SmallestRefused<One> extends Refused<One> {
  /** The accepted cases. */
  readonly controls: readonly RelatedExchange[];
  /** Whether the service accepted it when it was sent once more: then its values are not the cause. */
  readonly isFlaky: boolean;
  /** Whether one value is the cause, so that the others of the case, if there are any, are not judged yet. */
  readonly hidesOthers: boolean;
}

/** A kind of valid requests that differ in several dimensions. */
export interface CaseTable<One extends object> {
  /** A case that is unusual in no dimension. */
  readonly usual: One;
  /** The status that the service must return for each case. */
  readonly accepted: 200 | 201;
  readonly send: (check: Check, one: One) => Promise<Answer>;
  /** The dimension that a refusal is first sought in: alone, with one request. */
  readonly likeliest?: keyof One;
}

interface Known {
  /** The unusual values that the service refused alone, by dimension. */
  readonly values: Map<PropertyKey, Set<unknown>>;
  /** Whether the service refused the usual case. */
  isUsualRefused: boolean;
}

/** The results of a run for the cases of each table. */
const known = perRun(() => new Map<object, Known>());

function knownOf(check: Check, table: object): Known {
  const all = known(check);
  const own = all.get(table) ?? { values: new Map(), isUsualRefused: false };
  all.set(table, own);
  return own;
}

/** The case with the usual value in the place of each one that the service refused alone: its others still count. */
export function withoutRefused<One extends object>(check: Check, table: CaseTable<One>, one: One): One {
  const { usual } = table;
  const { values } = knownOf(check, table);
  const refused = dimensionsOf(usual).filter((name) => values.get(name)?.has(one[name]) === true);
  return { ...one, ...Object.fromEntries(refused.map((name) => [name, usual[name]])) };
}

/** From now on the cases of a table have the usual value in place of this one. */
export function rememberRefused<One extends object, Name extends keyof One>(
  check: Check,
  table: CaseTable<One>,
  dimension: Name,
  value: One[Name],
): void {
  const { values } = knownOf(check, table);
  values.set(dimension, (values.get(dimension) ?? new Set()).add(value));
}

/**
 * Minimises a case that combines several unusual values, so that the cause of a refusal is known. Sends one request per
 * unusual value, in the order of `usual`, and the smallest case once more. A value without a decisive response counts as
 * necessary.
 */
export async function smallestRefused<One extends object>(
  check: Check,
  table: CaseTable<One>,
  { one, answer }: Refused<One>,
): Promise<SmallestRefused<One>> {
  const { usual, accepted, likeliest } = table;
  const before = knownOf(check, table);
  let smallest = { one, answer };
  const controls: RelatedExchange[] = [];
  const tryInstead = async (simpler: One): Promise<void> => {
    const other = await decisive(table.send(check, simpler));
    if (other?.status === accepted) {
      controls.push({ role: 'control', exchange: other.exchange.number });
    } else if (other !== null) {
      smallest = { one: simpler, answer: other };
    }
  };
  if (before.isUsualRefused) {
    await tryInstead(usual);
  } else if (likeliest !== undefined && one[likeliest] !== usual[likeliest]) {
    await tryInstead({ ...usual, [likeliest]: one[likeliest] });
  }
  for (const name of dimensionsOf(usual)) {
    if (smallest.one[name] !== usual[name]) {
      await tryInstead({ ...smallest.one, [name]: usual[name] });
    }
  }
  const again = await decisive(table.send(check, smallest.one));
  if (again?.status === accepted) {
    return { ...smallest, controls, isFlaky: true, hidesOthers: false };
  }
  const [unusual, ...others] = unusualOf(smallest.one, usual);
  before.isUsualRefused = unusual === undefined;
  if (unusual !== undefined && others.length === 0) {
    rememberRefused(check, table, unusual, smallest.one[unusual]);
    const hidesOthers = dimensionsOf(usual).some((name) => one[name] !== smallest.one[name]);
    return { ...smallest, controls, isFlaky: false, hidesOthers };
  }
  return { ...smallest, controls, isFlaky: false, hidesOthers: false };
}

/** The dimensions in which a case is unusual, in the order of the usual one. */
export function unusualOf<One extends object>(one: One, usual: One): (keyof One)[] {
  return dimensionsOf(usual).filter((name) => one[name] !== usual[name]);
}

function dimensionsOf<One extends object>(usual: One): (keyof One)[] {
  return Object.keys(usual) as (keyof One)[];
}

/** Null without a response that proves anything: the refusal is known nevertheless. */
async function decisive(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Inconclusive) {
      return null;
    }
    throw error;
  }
}
