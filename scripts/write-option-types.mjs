// Writes what is made from the table of options: schemas/config.schema.json,
// src/library/program-settings.ts and the table in docs/configuration.md.
// To be run after a change to the options: npm run build && node scripts/write-option-types.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configPage } from '../dist/src/cli/config-page.js';
import { configSchema } from '../dist/src/cli/config-schema.js';
import { libraryTypes } from '../dist/src/cli/written-types.js';
import { formatFiles } from './format-files.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const page = pathOf('docs/configuration.md');
const written = {
  'schemas/config.schema.json': `${JSON.stringify(configSchema(), null, 2)}\n`,
  'src/library/program-settings.ts': libraryTypes(),
};
for (const [name, text] of Object.entries(written)) {
  writeFileSync(pathOf(name), text);
}
writeFileSync(page, configPage(readFileSync(page, 'utf8')));
process.exitCode = formatFiles(...Object.keys(written).map(pathOf));
