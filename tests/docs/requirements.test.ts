import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markdownTable } from '../../src/cli/commands/requirements.ts';
import { requirements } from '../../suites/requirements.ts';
import { root } from './documents.ts';

test('docs/requirements.md lists the catalogue (npm run build && node scripts/write-requirements.mjs)', () => {
  expect(
    readFileSync(join(root, 'docs/requirements.md'), 'utf8').endsWith(`\n\n${markdownTable(requirements)}`),
  ).toBe(true);
});
