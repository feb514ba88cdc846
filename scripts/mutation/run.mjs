// Mutation testing, area by area: npm run mutation, or npm run mutation -- history for one of them. What every area
// came to is kept in reports/mutation/, and the table of docs/mutation.md is written from it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { areas } from './areas.mjs';
import { writeTable } from './table.mjs';

const stryker = fileURLToPath(new URL('node_modules/.bin/stryker', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => areas.every((area) => area.name !== name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown[0]}. There are: ${areas.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
for (const { name, mutate } of areas) {
  if (wanted.length > 0 && !wanted.includes(name)) {
    continue;
  }
  console.log(`\n${name}: ${mutate.join(' ')}`);
  const { status } = spawnSync(stryker, ['run', 'scripts/mutation/stryker.config.mjs'], {
    stdio: 'inherit',
    // Few runs, and the same ones for each mutant: whether one is found should not be chance.
    env: {
      ...process.env,
      MUTATION_AREA: name,
      TEST_SEED: '1',
      PROPERTY_SHARE: '0.05',
    },
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
writeTable();
