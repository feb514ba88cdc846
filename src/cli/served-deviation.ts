import { faults } from '../../reference-impl/faults/catalogue.ts';
import type { Parts } from '../../reference-impl/index.ts';
import { wrap } from '../report/terminal/text-layout.ts';
import { suggestion } from './nearest.ts';
import type { Given } from './parse/given.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/**
 * The decorator of the reference implementation that a name stands for.
 *
 * @throws {UsageError} where nothing has that name, with the nearest one.
 */
export function faultOf(given: Given): (parts: Parts) => Parts {
  const found = faults.find(({ name }) => name === given.text);
  if (found === undefined) {
    const names = faults.map(({ name }) => name);
    throw new UsageError(
      `${given.label}: there is no ${quoted(given.text)}${suggestion(given.text, names, '; --list-faults prints all names')}`,
    );
  }
  return found.apply;
}

/** The names of all faults with what each does wrong, as lines of so many columns. */
export function faultList(columns: number): string {
  const width = Math.max(...faults.map(({ name }) => name.length));
  return faults
    .map(({ name, description }) => {
      const lines = wrap(description, Math.max(20, columns - width - 2));
      return `${name.padEnd(width)}  ${lines.join(`\n${' '.repeat(width + 2)}`)}\n`;
    })
    .join('');
}
