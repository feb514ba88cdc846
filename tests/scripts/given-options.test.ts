import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

function script(...args: readonly string[]): { status: number | null; lines: string[]; printed: string } {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
  return { status, lines: stderr.trimEnd().split('\n'), printed: stdout };
}

test.each([
  [
    ['scripts/simulate-limiters.mjs', '--nonsense'],
    "Unknown option '--nonsense'. It is: node scripts/simulate",
  ],
  [['scripts/simulate-limiters.mjs', '--seed'], "Option '--seed <value>' argument missing. It is: node"],
  [
    ['scripts/simulate-limiters.mjs', '--of', 'huge'],
    '--of: "huge" is not one of correct, shared-key, broken, places.',
  ],
  [
    ['scripts/simulate-limiters.mjs', '--every', '0'],
    '--every: "0" is no whole number from 1 on. It is: node',
  ],
  [['scripts/simulate-limiters.mjs', 'gcra'], "Unexpected argument 'gcra'. It is: node scripts/simulate"],
])('a wrong option of %j is one line and status 2', (args, beginning) => {
  const { status, lines } = script(...args);
  expect(lines).toStrictEqual([expect.stringContaining(beginning)]);
  expect(status).toBe(2);
});

test('--help says what a script takes', () => {
  const { status, lines, printed } = script('scripts/simulate-limiters.mjs', '--help');
  expect(printed).toMatch(/^node scripts\/simulate-limiters\.mjs \[--only NAME\] .*\n$/);
  expect(lines).toStrictEqual(['']);
  expect(status).toBe(0);
});
