// Undoes what past commits did to src, one commit at a time in a worktree of HEAD, and runs the tests that the commit
// changed, as they are now: node scripts/mutation/revert-test.mjs [COUNT [FROM]]. A commit whose change can no longer be
// undone by itself is left out. Writes tests/baseline/reverted.tsv.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = Number(process.argv[2] ?? 100);
const newest = process.argv[3] ?? 'HEAD';
const folder = join(mkdtempSync(join(tmpdir(), 'reverted-')), 'tree');
const rows = [];

git(root, 'worktree', 'add', '--detach', folder, 'HEAD');
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
try {
  for (const commit of git(root, 'log', '--no-merges', '--format=%h', newest, '--', 'src')
    .stdout.trim()
    .split('\n')) {
    const tests = testsOf(commit);
    if (tests.length > 0 && undo(commit)) {
      const subject = git(root, 'show', '--no-patch', '--format=%s', commit).stdout.trim();
      rows.push([commit, isNoticed(tests) ? 'noticed' : 'unnoticed', subject].join('\t'));
      console.log(rows.at(-1));
    }
    git(folder, 'reset', '--hard', '--quiet');
    if (rows.length === wanted) {
      break;
    }
  }
} finally {
  git(root, 'worktree', 'remove', '--force', folder);
  rmSync(join(folder, '..'), { recursive: true });
}
const noticed = rows.filter((row) => row.includes('\tnoticed\t')).length;
console.log(`${noticed} of ${rows.length} reverted commits were noticed`);
writeFileSync(
  join(root, 'tests/baseline/reverted.tsv'),
  `${['commit\ttests\tsubject', ...rows].join('\n')}\n`,
);

/** The test files that it changed and that are still there. */
function testsOf(commit) {
  return git(root, 'show', '--name-only', '--format=', commit, '--', 'tests/**/*.test.ts')
    .stdout.split('\n')
    .filter((path) => path !== '' && existsSync(join(folder, path)));
}

/** Whether what it did to src could be undone. */
function undo(commit) {
  const { stdout } = git(root, 'show', '--format=', commit, '--', 'src');
  return spawnSync('git', ['apply', '--reverse', '--3way'], { cwd: folder, input: stdout }).status === 0;
}

function isNoticed(tests) {
  // Tests of the command run what is compiled.
  spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: folder });
  return spawnSync('npx', ['vitest', 'run', ...tests], { cwd: folder }).status !== 0;
}

function git(directory, ...words) {
  return spawnSync('git', words, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 });
}
