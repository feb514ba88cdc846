// Mutation testing of what judges a service, room by room: npm run mutation [-- ROOM…]
// Writes how many mutants of each file were tried, and how many of them the tests noticed, to tests/baseline/mutants.tsv.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isTried, rooms } from './rooms.mjs';

const stryker = fileURLToPath(new URL('node_modules/.bin/stryker', import.meta.url));
const table = new URL('../../tests/baseline/mutants.tsv', import.meta.url);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(rooms);
const unknown = wanted.find((name) => !(name in rooms));
if (unknown !== undefined) {
  console.error(`There is no room ${unknown}. There are: ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}
for (const room of wanted) {
  const { status } = spawnSync(stryker, ['run', 'scripts/mutation/stryker.config.mjs'], {
    stdio: 'inherit',
    // Few runs of each property, and the same ones for each mutant: whether one is noticed must not be chance.
    env: { ...process.env, MUTATION_ROOM: room, TEST_SEED: '1', PROPERTY_SHARE: '0.05' },
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  writeRows(room);
}

/** In place of the rows of the room that stand there. */
function writeRows(room) {
  const [head, ...rows] = readFileSync(table, 'utf8').trim().split('\n');
  const result = new URL(`../../reports/mutation/${room}/mutation.json`, import.meta.url);
  const { files } = JSON.parse(readFileSync(result, 'utf8'));
  const measured = Object.entries(files).map(([file, { mutants }]) => {
    const tried = mutants.filter((mutant) => isTried(room, mutant));
    const counted = (...statuses) => tried.filter(({ status }) => statuses.includes(status)).length;
    const killed = counted('Killed', 'Timeout');
    return [room, file, killed + counted('Survived', 'NoCoverage'), killed].join('\t');
  });
  const others = rows.filter((row) => !row.startsWith(`${room}\t`));
  writeFileSync(table, `${[head, ...[...others, ...measured].toSorted()].join('\n')}\n`);
}
