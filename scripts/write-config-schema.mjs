// Writes schemas/config.schema.json from the table of options.
// To be run after a change to the options: npm run build && node scripts/write-config-schema.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configSchema } from '../dist/src/cli/configuration/config-schema.js';
import { formatFiles } from './format-files.mjs';

const path = fileURLToPath(new URL('../schemas/config.schema.json', import.meta.url));
writeFileSync(path, `${JSON.stringify(configSchema(), null, 2)}\n`);
process.exitCode = formatFiles(path);
