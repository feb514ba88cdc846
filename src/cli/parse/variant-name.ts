import { canBeMixed, mixtureOf, namesInMixture, type Variant } from '../../../reference-impl/index.ts';
import { UsageError } from '../usage-error.ts';
import type { Given } from './given.ts';

/**
 * One variant, or several at once: `slow-answers+gcra`.
 *
 * @param known finds the name of one variant, or throws
 * @throws {UsageError} where a name is unknown, or no service can be all of them.
 */
export function parseVariantName({ text, label }: Given, known: (given: Given) => string): Variant {
  const names = namesInMixture(text).map((name) => known({ text: name, label }));
  for (const [index, name] of names.entries()) {
    const other = names.slice(index + 1).find((later) => !canBeMixed(name, later));
    if (other !== undefined) {
      throw new UsageError(`${label}: no service is both ${name} and ${other}; leave one of them out`);
    }
  }
  return mixtureOf(names);
}
