import { faults } from '../../reference-impl/faults/catalogue.ts';
import type { Parts } from '../../reference-impl/index.ts';
import { variants } from '../../reference-impl/variants/catalogue.ts';
import { wrap } from '../report/terminal/text-layout.ts';
import { suggestion } from './nearest.ts';
import type { Given } from './parse/given.ts';
import { parseVariantName } from './parse/variant-name.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/** A named way in which the reference implementation differs from itself. */
interface Deviation {
  readonly name: string;
  readonly description: string;
  readonly apply: (parts: Parts) => Parts;
}

/** What is served instead of the reference implementation as it is. */
export interface ServedDeviation {
  readonly decorate: (parts: Parts) => Parts;
  /** The categories that exist in it, or `null` where any int64 is one. */
  readonly categoryIds: readonly bigint[] | null;
}

/**
 * What a fault and a variant, by their names, make of the reference implementation: the fault lies around the
 * variant.
 *
 * @throws {UsageError} where nothing has that name, with the nearest one.
 */
export function servedDeviation(fault: Given | undefined, variant: Given | undefined): ServedDeviation {
  const unusual =
    variant === undefined ? undefined : parseVariantName(variant, (given) => named(given, variants).name);
  const faulty = fault === undefined ? undefined : named(fault, faults);
  return {
    decorate: (parts) => {
      const base = unusual?.apply(parts) ?? parts;
      return faulty?.apply(base) ?? base;
    },
    categoryIds: unusual?.categoryIds ?? null,
  };
}

function named<Named extends Deviation>(given: Given, catalogue: readonly Named[]): Named {
  const found = catalogue.find(({ name }) => name === given.text);
  if (found === undefined) {
    const names = catalogue.map(({ name }) => name);
    const meant = suggestion(given.text, names, '; --list-faults prints all names');
    throw new UsageError(`${given.label}: there is no ${quoted(given.text)}${meant}`);
  }
  return found;
}

/** The names of all faults and variants with what each does, as lines of so many columns. */
export function deviationList(columns: number): string {
  return `Faults (--fault NAME): what each does wrong\n${rows(faults, columns)}\nVariants (--variant NAME): unusual, and right\n${rows(variants, columns)}`;
}

function rows(catalogue: readonly Deviation[], columns: number): string {
  const width = Math.max(...catalogue.map(({ name }) => name.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  return catalogue
    .map(({ name, description }) => {
      const lines = wrap(description, Math.max(20, columns - width - 4));
      return `  ${name.padEnd(width)}  ${lines.join(indent)}\n`;
    })
    .join('');
}
