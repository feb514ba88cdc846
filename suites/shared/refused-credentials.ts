import { crossed } from '../../src/arbitraries/crossed.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Check } from '../../src/runner/check.ts';
import type { Credential } from '../../src/target/api-request.ts';
import type { BadInput } from './bad-inputs.ts';

/** An operation, and a credential that it must refuse. */
export type Refusal = readonly [operation: Operation, credential: Credential];

/** A bad input, and a credential that the service must refuse first. */
export type EarlyRefusal = readonly [input: BadInput, credential: Credential];

/** Requests with bad credentials: valid ones, and ones with a bad input. */
export interface Refusals {
  readonly right: readonly Refusal[];
  readonly early: readonly EarlyRefusal[];
}

/**
 * Distributes credentials over the operations. The first `everywhere` of them go to every operation, because each
 * operation may authenticate differently. The others go to one each. If the run selects auth/checked-first, some of
 * these requests also have a bad input, each input once: a status other than 401 shows that the service accepts the
 * credential or checks the input first. Depending on the plan, the run tries all combinations instead, or each of the
 * first credentials at one of the `places`.
 */
export function refusalsOf(
  check: Check,
  operations: readonly Operation[],
  credentials: readonly Credential[],
  everywhere: number,
  inputs: readonly BadInput[],
  places: readonly Place[] = [],
): Refusals {
  const triesOrder = check.isSelected('auth/checked-first');
  if (check.plan.pairs === 'all') {
    return { right: crossed(operations, credentials), early: crossed(inputs, credentials) };
  }
  if (check.plan.pairs === 'one-by-one') {
    return once(operations, credentials, places, triesOrder ? inputs : []);
  }
  const pairs = spread(operations, credentials, everywhere);
  return triesOrder ? divided(pairs, inputs) : { right: pairs, early: [] };
}

/** Where to try a credential: in a valid request of an operation, or with the bad input of that name. */
export interface Place {
  readonly operation: Operation;
  readonly input?: string;
}

/** One credential per place. */
function once(
  operations: readonly Operation[],
  credentials: readonly Credential[],
  places: readonly Place[],
  inputs: readonly BadInput[],
): Refusals {
  const right: Refusal[] = [];
  const early: EarlyRefusal[] = [];
  const usable = places.filter(({ operation }) => operations.includes(operation));
  for (const [index, place] of usable.entries()) {
    const credential = credentials[index];
    const input = inputs.find(({ name }) => name === place.input);
    if (credential === undefined) {
      break;
    }
    if (input === undefined) {
      right.push([place.operation, credential]);
    } else {
      early.push([input, credential]);
    }
  }
  return { right, early };
}

function spread(
  operations: readonly Operation[],
  credentials: readonly Credential[],
  everywhere: number,
): Refusal[] {
  return operations.flatMap((_operation, round) =>
    credentials.slice(0, round === 0 ? credentials.length : everywhere).flatMap((credential, index) => {
      const operation = operations[(index + round) % operations.length];
      return operation === undefined ? [] : [[operation, credential] as const];
    }),
  );
}

/** Gives each bad input to one pair of its operation, from the end. */
function divided(pairs: readonly Refusal[], inputs: readonly BadInput[]): Refusals {
  const right: Refusal[] = [];
  const early: EarlyRefusal[] = [];
  const waiting = [...inputs];
  for (const pair of pairs.toReversed()) {
    const [operation, credential] = pair;
    const place = waiting.findIndex((input) => input.operation === operation);
    const [input] = place === -1 ? [] : waiting.splice(place, 1);
    if (input === undefined) {
      right.unshift(pair);
    } else {
      early.push([input, credential]);
    }
  }
  return { right, early };
}
