import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const formatter = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));

/** Has the formatter write these files as it has them. Returns its exit status, `null` where it was killed. */
export function formatFiles(...paths) {
  const { status } = spawnSync(process.execPath, [formatter, 'format', '--write', ...paths], {
    stdio: 'inherit',
  });
  return status;
}
