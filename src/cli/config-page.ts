import { doctorDeclaration, loadDeclaration, runDeclaration } from './commands/service-commands.ts';
import { knownSettings } from './config-settings.ts';
import { settingSentence } from './option-text.ts';

const readers = [runDeclaration, loadDeclaration, doctorDeclaration];
const first = '<!-- settings: written by scripts/write-option-types.mjs -->\n';
const last = '<!-- end of settings -->';

/**
 * `docs/configuration.md` with the table of settings as the commands have them now.
 *
 * @param page the page as it is
 * @throws {Error} for a page without the two comments around the table
 */
export function configPage(page: string): string {
  const [before, rest, ...none] = page.split(first);
  const [, after] = rest?.split(last) ?? [];
  if (before === undefined || after === undefined || none.length > 0) {
    throw new Error('the page has no place for the table of settings');
  }
  return `${before}${first}\n${settingsTable()}\n${last}${after}`;
}

function settingsTable(): string {
  const rows = [...knownSettings].map(([name, { option, row }]) => {
    const commands = readers
      .filter((reader) => option === 'base-url' || Object.hasOwn(reader.options, option))
      .map((reader) => reader.name);
    const meaning = settingSentence(row).replaceAll('|', '\\|');
    return `| \`${name}\` | ${commands.join(', ')} | ${row.since} | ${meaning} |\n`;
  });
  return `| setting | of | since | meaning |\n|---|---|---|---|\n${rows.join('')}`;
}
