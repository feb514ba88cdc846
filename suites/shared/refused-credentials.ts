import { crossed } from '../../src/arbitraries/crossed.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Check } from '../../src/runner/check.ts';
import type { Credential } from '../../src/target/api-request.ts';
import type { BadInput } from './bad-inputs.ts';

/** An operation, and a credential that it must refuse. */
export type Refusal = readonly [operation: Operation, credential: Credential];

/** A request that is wrong besides, and a credential that must be refused before that is looked at. */
export type EarlyRefusal = readonly [input: BadInput, credential: Credential];

/** Requests with bad credentials: right ones, and ones that are wrong besides. */
export interface Refusals {
  readonly right: readonly Refusal[];
  readonly early: readonly EarlyRefusal[];
}

/**
 * Spreads credentials over the operations: the first `everywhere` of them meet every operation, since each may
 * look for keys in its own way; the others meet one each. Where the order of checks is tried too, some of these
 * pairs go out with a request that is wrong besides, every bad input once: whoever lets such a one in shows it
 * by any other answer than 401. Other runs try all combinations, or each of the first credentials at one of the `places`.
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

/** Where a credential is tried: an operation with a right request, or the bad input of that name. */
export interface Place {
  readonly operation: Operation;
  readonly input?: string;
}

/** Each place with one credential, as long as there are any. */
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

/** Takes a pair for every bad input of its operation, from the end. */
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
