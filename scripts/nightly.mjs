// Makes all evidence that takes too long for a commit, and writes it to evidence/: npm run nightly [-- NAME…]
// Each step is a command of its own. A step that fails ends no other; the status is 1 then.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirements } from '../dist/suites/requirements.js';
import { refuse } from './given-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const evidence = join(root, 'evidence');
const node = process.execPath;
const program = [node, 'dist/src/cli/main.js'];

/** A whole self-check at one effort with one kind of key; `thorough` sends the same with both. */
const selfChecks = [
  ['normal', 'ample'],
  ['normal', 'ordinary', '--skip', 'quota/*'],
  ['smoke', 'ample'],
  ['smoke', 'ordinary', '--skip', 'quota/*'],
  ['thorough', 'ample', '--fault', '*'],
].map(([effort, allowance, ...options]) => {
  const name = `self-check-${effort}-${allowance}`;
  const kind = ['--effort', effort, '--allowance', allowance, '--seed', '7'];
  return {
    name,
    words: [...program, 'self-check', ...kind, ...options, '--report-dir', join(evidence, name)],
  };
});

const steps = [
  // Some faults are missed with an ordinary key: the comparison with the baseline decides.
  ...selfChecks.map((step) => ({ ...step, allowed: [0, 1] })),
  {
    name: 'baseline',
    words: [
      ...[node, 'scripts/compare-baseline.mjs'],
      ...selfChecks.map(({ name }) => join(evidence, name, 'self-check.json')),
    ],
  },
  { name: 'simulation', words: [node, 'scripts/simulate-limiters.mjs'] },
  {
    name: 'sample',
    words: [...program, 'run', '--reference', '--seed', '42', '--report-dir', join(evidence, 'sample')],
  },
  {
    name: 'tests',
    words: ['npx', 'vitest', 'run'],
    environment: { TESTS: 'all', PROPERTY_SHARE: '4', TEST_SEED: String(randomInt(2 ** 31)) },
  },
  { name: 'linear-time', words: [node, 'bench/linear-time.mjs'] },
  { name: 'node-versions', words: ['npm', 'run', 'node-versions'] },
  { name: 'api-docs', words: ['npm', 'run', 'api-docs'] },
  { name: 'field-trials', words: ['npm', 'run', 'field-trials', '--', '--write-page'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => name !== 'requirements' && !steps.some((step) => step.name === name));
if (unknown !== undefined) {
  const names = ['requirements', ...steps.map(({ name }) => name)].join(', ');
  refuse(`there is no step "${unknown}": npm run nightly [-- NAME…], of ${names}`);
}
mkdirSync(evidence, { recursive: true });
const failed = steps
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .filter((step) => !passes(step))
  .map(({ name }) => name);
if (wanted.length === 0 || wanted.includes('requirements')) {
  writeRequirements();
}
console.log(failed.length === 0 ? `All evidence is in ${evidence}.` : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function passes({ name, words, allowed = [0], environment = {} }) {
  console.log(
    `\n== ${name} ${Object.entries(environment)
      .map((pair) => pair.join('='))
      .join(' ')}`,
  );
  rmSync(join(evidence, name), { recursive: true, force: true });
  const [command, ...rest] = words;
  const { status } = spawnSync(command, rest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return allowed.includes(status);
}

/** A page per requirement. */
function writeRequirements() {
  for (const { id } of requirements) {
    const [group = '', name] = id.split('/');
    mkdirSync(join(evidence, 'requirements', group), { recursive: true });
    const [command, ...rest] = [...program, 'explain', id, '--format', 'markdown'];
    const { stdout } = spawnSync(command, rest, { cwd: root, encoding: 'utf8' });
    writeFileSync(join(evidence, 'requirements', group, `${name}.md`), stdout);
  }
}
