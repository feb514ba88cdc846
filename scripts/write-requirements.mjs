// Writes docs/requirements.md, the index of the catalogue: npm run build && node scripts/write-requirements.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownList } from '../dist/src/cli/commands/catalogue.js';
import { requirements } from '../dist/suites/requirements.js';

const page = fileURLToPath(new URL('../docs/requirements.md', import.meta.url));
const [introduction] = readFileSync(page, 'utf8').split('\n## ', 1);
writeFileSync(page, `${introduction}\n${markdownList(requirements)}`);
