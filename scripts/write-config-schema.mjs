// Writes schemas/config.schema.json, src/conformance-config.ts and the table in docs/configuration.md from the options
// that a configuration file may hold.
// To be run after a change to the options of run or load: npm run build && node scripts/write-config-schema.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configPage } from '../dist/src/cli/config-page.js';
import { configSchema } from '../dist/src/cli/config-schema.js';
import { configTypes } from '../dist/src/cli/config-types.js';
import { fileOptions } from '../dist/src/cli/file-options.js';
import { formatFiles } from './format-files.mjs';

const schema = fileURLToPath(new URL('../schemas/config.schema.json', import.meta.url));
const types = fileURLToPath(new URL('../src/conformance-config.ts', import.meta.url));
writeFileSync(schema, `${JSON.stringify(configSchema(fileOptions), null, 2)}\n`);
const page = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
writeFileSync(page, configPage(readFileSync(page, 'utf8'), fileOptions));
writeFileSync(types, configTypes(fileOptions));
process.exitCode = formatFiles(schema, types);
