import { faults } from '../../../reference-impl/faults/catalogue.ts';
import {
  canBeMixed,
  type Decoration,
  mixtureOf,
  namesInMixture,
  type Variant,
} from '../../../reference-impl/index.ts';
import { variants } from '../../../reference-impl/variants/catalogue.ts';
import { wrap } from '../../report/terminal/layout.ts';
import { type Located, quoted, requireThat, suggestion, UsageError } from '../usage-error.ts';

export interface ServedDeviation {
  readonly decorate: Decoration;
  /** The name of the fault and what it violates; empty without one. */
  readonly fault: string;
  /** The existing categories, or `null` if every int64 is one. */
  readonly categoryIds: readonly bigint[] | null;
}

/**
 * The changes of a fault and a variant, by their names, to the reference implementation: the fault decorates the
 * variant.
 *
 * @throws {UsageError} for an unknown name, with the nearest one.
 */
export function servedDeviation(
  fault: Located<string> | undefined,
  variant: Located<string> | undefined,
): ServedDeviation {
  const unusual =
    variant === undefined ? undefined : parseVariantName(variant, (given) => named(given, variants).name);
  const faulty = fault === undefined ? undefined : named(fault, faults);
  return {
    decorate: (parts) => {
      const base = unusual?.apply(parts) ?? parts;
      return faulty?.apply(base) ?? base;
    },
    fault: faulty === undefined ? '' : `Fault ${faulty.name}: violates ${faulty.violates.join(', ')}\n`,
    categoryIds: unusual?.categoryIds ?? null,
  };
}

function named<Named extends { readonly name: string }>(
  given: Located<string>,
  catalogue: readonly Named[],
): Named {
  const found = catalogue.find(({ name }) => name === given.value);
  if (found === undefined) {
    const names = catalogue.map(({ name }) => name);
    const meant = suggestion(given.value, names, '; --list-faults prints all names');
    throw new UsageError(`${given.label}: there is no ${quoted(given.value)}${meant}`);
  }
  return found;
}

/** The names of all faults, each with what it violates, and of all variants, in lines of a width in columns. */
export function deviationList(columns: number): string {
  const width = Math.max(...faults.map(({ name }) => name.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  const violated = faults.map(({ name, violates }) => {
    const lines = wrap(violates.join(', '), Math.max(20, columns - width - 4));
    return `  ${name.padEnd(width)}  ${lines.join(indent)}\n`;
  });
  const unusual = variants.map(({ name }) => `  ${name}\n`);
  return `Faults (--fault NAME): what each violates\n${violated.join('')}\nVariants (--variant NAME): unusual, but conforming\n${unusual.join('')}`;
}

/**
 * One variant, or several at once: `slow-answers+gcra`.
 *
 * @param known finds the name of one variant, or throws
 * @throws {UsageError} if a name is unknown, or no service can have all of them.
 */
export function parseVariantName(
  { value: text, label }: Located<string>,
  known: (given: Located<string>) => string,
): Variant {
  const names = namesInMixture(text).map((name) => known({ value: name, label }));
  for (const [index, name] of names.entries()) {
    const other = names.slice(index + 1).find((later) => !canBeMixed(name, later));
    requireThat(other === undefined, `${label}: no service is both ${name} and ${other}; omit one of them`);
  }
  return mixtureOf(names);
}
