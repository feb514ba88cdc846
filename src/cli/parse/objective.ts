import { type Objective, parseObjective } from '../../load/objective.ts';
import { type Given, quoted, UsageError } from '../usage-error.ts';

/**
 * What a load must reach: `p99<250ms`, `errors<0.1%`, `rate>=500/s`, `get.p99.9<1s`.
 *
 * @throws {UsageError} for anything else.
 */
export function readObjective(given: Given): Objective {
  const objective = parseObjective(given.text);
  if (objective === null) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is not an objective: write p99<250ms (p50 to p99.999), mean<=20ms, errors<0.1% or rate>=500/s, with the prefix list., get. or create. for one operation`,
    );
  }
  return objective;
}
