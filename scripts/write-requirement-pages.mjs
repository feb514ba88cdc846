// Writes docs/requirements from the catalogue: one page per requirement, and an index.
// Run it after each change to the catalogue: npm run build && node scripts/write-requirement-pages.mjs
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirementPages } from '../dist/src/explain/requirement-pages.js';

const folder = fileURLToPath(new URL('../docs/requirements', import.meta.url));
const pages = requirementPages();
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of pages) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
