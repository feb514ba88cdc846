import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkTargets } from './docs/documents.ts';
import { type Ended, endOf } from './end-of.ts';
import { javascriptProject, type Project, typescriptProject, wrongTypes } from './package-examples.ts';
import { temporaryFolder } from './temporary-folder.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const installTimeoutMs = 240_000;
const runTimeoutMs = 120_000;

function ended(program: string, args: readonly string[], folder: string): Promise<Ended> {
  return endOf(spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }));
}

let root = '';
/** Where a user has installed the package. */
let folder = '';
let installed = '';
let packing: Ended;
let installation: Ended;

/** Paths of the installed package's files, relative to it. */
function installedFiles(): string[] {
  return readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
}

function installationText(): string {
  return installation.output + installation.messages;
}

/** The packages of whose scripts npm warned. */
function packagesWithScripts(): string[] {
  return [...installationText().matchAll(/install-scripts +(\S+)@\d\S* \(/g)].map(([, name = '']) => name);
}

// Whoever tests has built: npm's own scripts would build again, below the feet of other tests.
beforeAll(async () => {
  root = temporaryFolder();
  const packed = join(root, 'packed');
  folder = join(root, 'user');
  mkdirSync(packed);
  mkdirSync(folder);
  packing = await ended('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], repository);
  const [tarball = 'no tarball'] = readdirSync(packed);
  installation = await ended(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', join(packed, tarball)],
    folder,
  );
  installed = join(folder, 'node_modules', 'animal-store-conformance');
}, installTimeoutMs);

describe('the package, installed in an empty folder', () => {
  test('packs and installs without a warning about engines, deprecations or scripts of others', () => {
    expect(packing).toMatchObject({ status: 0 });
    expect(installation).toMatchObject({ status: 0 });
    expect(installationText()).not.toMatch(/EBADENGINE|deprecated|ERESOLVE|peer/i);
    expect(packagesWithScripts().filter((name) => name !== 'animal-store-conformance')).toEqual([]);
  });

  // npm 11 warns of a `prepare` script too, where a package comes from a file.
  test('has no script of its own that npm runs or warns of at an installation', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const ofInstallation = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(ofInstallation.filter((name) => Object.hasOwn(scripts, name))).toEqual([]);
  });

  test('holds suites, schemas and what a reader looks for', () => {
    expect(installedFiles()).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
        'dist/suites/list.js',
        'dist/src/index.js',
        'dist/src/index.d.ts',
        'dist/src/vitest.js',
        'dist/src/vitest.d.ts',
        'schemas/pet.schema.json',
        'schemas/report.schema.json',
        'schemas/config.schema.json',
        'schemas/comparison.schema.json',
        'schemas/openapi.json',
        'assets/style/document.css',
        'assets/script/choices.js',
        'assets/k6/load.js',
      ]),
    );
  });

  test('holds what its documents link to', () => {
    const files = installedFiles();
    const documents = files.filter((file) => file.endsWith('.md'));
    const links = documents.flatMap((document) =>
      linkTargets(readFileSync(join(installed, document), 'utf8'))
        .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
        .map((target) => join(dirname(document), target.replace(/#.*$/, ''))),
    );
    expect(links.length).toBeGreaterThan(50);
    const isHeld = (aim: string) => files.some((file) => file === aim || file.startsWith(`${aim}/`));
    expect([...new Set(links)].filter((aim) => !isHeld(aim))).toEqual([]);
  });

  test('holds neither tests nor sources', () => {
    const needless = installedFiles().filter(
      (file) =>
        /(^|\/)(tests|bench)\/|\.test\.|\.map$/.test(file) ||
        (/\.[cm]?[jt]sx?$/.test(file) && !/^(dist\/.+\.(js|d\.ts)|assets\/(script|k6)\/.+\.js)$/.test(file)),
    );
    expect(needless).toEqual([]);
  });

  test(
    'tells its version by npx',
    async () => {
      const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
      const told = await ended('npx', ['--no', 'animal-store-conformance', '--', '--version'], folder);
      expect(told).toMatchObject({ status: 0, output: `${version}\n` });
    },
    runTimeoutMs,
  );

  test(
    'verifies the reference implementation by npx',
    async () => {
      const run = await ended(
        'npx',
        [
          ...['--no', 'animal-store-conformance', '--', 'run', '--reference', '--effort', 'smoke'],
          ...['--report-dir', 'reports'],
        ],
        folder,
      );
      expect(run, run.output + run.messages).toMatchObject({ status: 0 });
      const report = JSON.parse(readFileSync(join(folder, 'reports', 'report.json'), 'utf8'));
      expect(report).toMatchObject({ verdict: 'conformant', interrupted: null, internalErrors: [] });
      expect(report.counts.MUST).toMatchObject({ failed: 0 });
      expect(report.counts.MUST.passed).toBeGreaterThan(40);
      expect(existsSync(join(folder, 'reports', 'index.html'))).toBe(true);
    },
    runTimeoutMs,
  );

  test(
    'verifies from JavaScript of the user, whose types are checked',
    async () => {
      const project = written('javascript', javascriptProject);
      const types = await typesOf(project, 'jsconfig.json');
      expect(types, types.output).toMatchObject({ status: 0 });
      const run = await ended(process.execPath, ['verify.mjs'], project);
      expect(run, run.messages).toMatchObject({
        status: 0,
        output: 'conformant passed true\n',
        messages: '',
      });
    },
    runTimeoutMs,
  );

  test('leaves Vitest to those who want their own tests', () => {
    expect(existsSync(join(folder, 'node_modules', 'vitest'))).toBe(false);
  });
});

describe('the package beside Vitest', () => {
  beforeAll(() => {
    const vitest = join('node_modules', 'vitest');
    symlinkSync(join(repository, vitest), join(folder, vitest));
  });

  test(
    'has types for TypeScript of the user, and they hold',
    async () => {
      const right = await typesOf(written('typescript', typescriptProject), 'tsconfig.json');
      expect(right, right.output).toMatchObject({ status: 0 });
      const wrong = await typesOf(written('wrong', wrongTypes), 'tsconfig.json');
      expect(wrong.status).not.toBe(0);
      expect(wrong.output).toContain('endless');
      expect(wrong.output).toContain('apiKey');
      expect(wrong.output).toContain('perMinute');
    },
    runTimeoutMs,
  );

  test(
    'registers every requirement as a test of the Vitest of the user',
    async () => {
      const project = written('typescript', typescriptProject);
      const run = await vitestOf(project, ['--pool', 'threads', '--no-isolate', '--maxWorkers', '1']);
      expect(run.status, run.output + run.messages).toBe(1);
      const { testResults } = JSON.parse(readFileSync(join(project, 'results.json'), 'utf8'));
      const outcomes = new Map<string, string>();
      const failures: string[] = [];
      for (const { assertionResults } of testResults) {
        for (const { title, status, failureMessages, ancestorTitles } of assertionResults) {
          expect(ancestorTitles).toEqual(['conformance']);
          outcomes.set(title, status);
          failures.push(...failureMessages);
        }
      }
      expect(outcomes.get('auth/missing-key')).toBe('passed');
      expect(outcomes.get('auth/revoked-key')).toBe('skipped');
      const failed = [...outcomes].flatMap(([id, status]) => (status === 'failed' ? [id] : []));
      expect(failed.sort()).toEqual(['list/limit-bounds-count', 'list/limit-with-status']);
      expect(failures[0]).toMatch(/Finding: .*\nExpected: .*\n[\s\S]*\nReproduce: +curl .*limit=/);
      expect(failures.join('')).not.toMatch(/^ {4}at /m);
      expect(existsSync(join(project, 'reports', 'index.html'))).toBe(true);
    },
    runTimeoutMs,
  );

  test(
    'sends only what the tests that were chosen need',
    async () => {
      const project = written('typescript', typescriptProject);
      const run = await vitestOf(project, ['limitless', '-t', 'auth/missing-key']);
      expect(run, run.output + run.messages).toMatchObject({ status: 0 });
      const [, sent = ''] = /(\d+) requests/.exec(run.output) ?? [];
      expect(Number(sent)).toBeGreaterThan(0);
      expect(Number(sent)).toBeLessThan(40);
    },
    runTimeoutMs,
  );
});

/** Writes a project of a user below the folder in which the package is installed. */
function written(name: string, project: Project): string {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(project)) {
    writeFileSync(join(place, file), text);
  }
  return place;
}

function typesOf(project: string, configuration: string): Promise<Ended> {
  const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const typeRoots = join(repository, 'node_modules', '@types');
  const options = ['-p', configuration, '--types', 'node', '--typeRoots', typeRoots];
  return ended(process.execPath, [compiler, ...options], project);
}

function vitestOf(project: string, args: readonly string[]): Promise<Ended> {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=results.json'];
  return ended(process.execPath, [vitest, 'run', ...args, ...reporters], project);
}
