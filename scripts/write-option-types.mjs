// Writes what is made from the table of options: schemas/config.schema.json and src/library/program-settings.ts.
// To be run after a change to the options: npm run build && node scripts/write-option-types.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configSchema } from '../dist/src/cli/configuration/config-schema.js';
import { libraryTypes } from '../dist/src/cli/configuration/written-types.js';
import { formatFiles } from './format-files.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const written = {
  'schemas/config.schema.json': `${JSON.stringify(configSchema(), null, 2)}\n`,
  'src/library/program-settings.ts': libraryTypes(),
};
for (const [name, text] of Object.entries(written)) {
  writeFileSync(pathOf(name), text);
}
process.exitCode = formatFiles(...Object.keys(written).map(pathOf));
