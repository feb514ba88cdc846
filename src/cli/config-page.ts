import { doctorDeclaration } from './commands/doctor-declaration.ts';
import { loadDeclaration } from './commands/load-declaration.ts';
import { runDeclaration } from './commands/run-declaration.ts';
import { settingSentence } from './config-schema.ts';
import { knownSettings } from './config-settings.ts';
import type { OptionTable } from './option-table.ts';

const readers = [runDeclaration, loadDeclaration, doctorDeclaration];
const first = '<!-- settings: written by scripts/write-config-schema.mjs -->\n';
const last = '<!-- end of settings -->';

/**
 * `docs/configuration.md` with the table of settings as the commands have them now.
 *
 * @param page the page as it is
 * @throws {Error} for a page without the two comments between which the table stands
 */
export function configPage(page: string, options: OptionTable): string {
  const [before, rest, ...none] = page.split(first);
  const [, after] = rest?.split(last) ?? [];
  if (before === undefined || after === undefined || none.length > 0) {
    throw new Error('the page has no place for the table of settings');
  }
  return `${before}${first}\n${settingsTable(options)}\n${last}${after}`;
}

function settingsTable(options: OptionTable): string {
  const rows = [...knownSettings(options)].map(([name, { option, declaration }]) => {
    const commands = readers
      .filter((reader) => option === 'base-url' || Object.hasOwn(reader.options, option))
      .map((reader) => reader.name);
    const meaning = settingSentence(declaration).replaceAll('|', '\\|');
    return `| \`${name}\` | ${commands.join(', ')} | ${meaning} |\n`;
  });
  return `| setting | of | meaning |\n|---|---|---|\n${rows.join('')}`;
}
