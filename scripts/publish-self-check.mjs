// Tries the suite on every fault at an effort and writes docs/self-check.json and docs/self-check.md:
// npm run build && node scripts/publish-self-check.mjs [--effort smoke|normal|thorough] [--seed n].
// --changed tries only faults that are new or violate other requirements than before, --fault NAME only that one,
// --report FILE takes the self-check.json of an earlier self-check. Results of other faults and efforts stay.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { givenOptions, noneOf, notWhole, refuse } from './given-options.mjs';

const path = fileURLToPath(new URL('..', import.meta.url));
const data = join(path, 'docs', 'self-check.json');
const values = givenOptions(
  'node scripts/publish-self-check.mjs [--effort EFFORT] [--seed N] [--changed | --fault NAME | --report FILE]',
  {
    effort: { type: 'string', default: 'normal' },
    seed: { type: 'string', default: '7' },
    changed: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
    report: { type: 'string', multiple: true, default: [] },
  },
  (given) => noneOf(given, 'effort', ['smoke', 'normal', 'thorough']) ?? notWhole(given, ['seed']),
);

const folder = compile();
process.on('exit', () => rmSync(folder, { recursive: true }));
const { digestOf, withReport } = await compiled('matrix');
const { publishedPage } = await compiled('page');
let matrix = existsSync(data) ? JSON.parse(readFileSync(data, 'utf8')) : { faults: [] };
const files = values.report.length > 0 ? values.report : checked(namesToTry(matrix, digestOf));
for (const file of files) {
  matrix = withReport(matrix, reportOf(file));
}
const rows = matrix.faults.map((row) => `    ${JSON.stringify(row)}`);
writeFileSync(data, `{\n  "faults": [\n${rows.join(',\n')}\n  ]\n}\n`);
writeFileSync(join(path, 'docs', 'self-check.md'), publishedPage(matrix));

/** What a self-check wrote. */
function reportOf(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    refuse(`--report: "${file}" can't be read as JSON: give the self-check.json of a self-check`);
  }
  if (!Array.isArray(report?.faults)) {
    refuse(`--report: "${file}" is no self-check.json`);
  }
  return report;
}

/** The names that are given to self-check; empty for all, `null` for none. */
function namesToTry({ faults }, digestOf) {
  if (!values.changed) {
    return values.fault;
  }
  const out = spawnSync(process.execPath, ['dist/src/cli/main.js', 'serve', '--list-faults'], { cwd: path });
  const [list = ''] = out.stdout.toString().split('\nVariants');
  const names = [...list.matchAll(/^ {2}(\S+) {2}/gm)].map(([, name]) => name);
  const isKnown = (name) =>
    faults.some(
      (row) =>
        row.name === name && row.digest === digestOf(name) && row.outcomes[values.effort] !== undefined,
    );
  const unknown = names.filter((name) => !isKnown(name));
  return unknown.length === 0 ? null : unknown;
}

/** Makes a self-check, and returns the files that it wrote. */
function checked(names) {
  if (names === null) {
    return [];
  }
  const reportDir = mkdtempSync(join(tmpdir(), 'publish-self-check-'));
  const chosen = (names.length === 0 ? ['*'] : names).flatMap((name) => ['--fault', name]);
  const args = ['self-check', ...chosen, '--effort', values.effort, '--seed', values.seed];
  const { status } = spawnSync(
    process.execPath,
    ['dist/src/cli/main.js', ...args, '--report-dir', reportDir],
    { cwd: path, stdio: 'inherit' },
  );
  if (status === 2) {
    process.exit(2);
  }
  return [join(reportDir, 'self-check.json')];
}

/** What makes the page is in TypeScript and no part of dist/. */
function compile() {
  mkdirSync(join(path, 'node_modules', '.cache'), { recursive: true });
  const made = mkdtempSync(join(path, 'node_modules', '.cache', 'publish-self-check-'));
  writeFileSync(join(made, 'package.json'), '{ "type": "module" }\n');
  const project = {
    extends: join(path, 'tsconfig.json'),
    compilerOptions: { noEmit: false, noCheck: true, outDir: made, rootDir: path },
    include: [join(path, 'tests', 'self-check', 'published', '*.ts')],
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify(project));
  const compiler = join(path, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', made], { stdio: 'inherit' });
  if (status !== 0) {
    process.exit(2);
  }
  return made;
}

function compiled(name) {
  return import(pathToFileURL(join(folder, 'tests', 'self-check', 'published', `${name}.js`)).href);
}
