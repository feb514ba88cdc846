import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const installTimeoutMs = 240_000;
const runTimeoutMs = 120_000;

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly messages: string;
}

function ended(program: string, args: readonly string[], folder: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let messages = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      messages += text;
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output, messages }));
  });
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
  root = mkdtempSync(join(tmpdir(), 'package-'));
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

afterAll(() => {
  rmSync(root, { recursive: true });
});

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
        'dist/suites/list.suite.js',
        'dist/src/index.js',
        'dist/src/index.d.ts',
        'schemas/pet.schema.json',
        'schemas/report.schema.json',
        'schemas/comparison.schema.json',
        'schemas/openapi.json',
        'assets/style/document.css',
        'assets/script/choices.js',
      ]),
    );
  });

  test('holds neither tests nor sources', () => {
    const needless = installedFiles().filter(
      (file) =>
        /(^|\/)(tests|bench)\/|\.test\.|\.map$/.test(file) ||
        (/\.[cm]?[jt]sx?$/.test(file) && !/^(dist\/.+\.(js|d\.ts)|assets\/script\/.+\.js)$/.test(file)),
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
        ['--no', 'animal-store-conformance', '--', 'run', '--reference', '--report-dir', 'reports'],
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
    'verifies from a program of the user',
    async () => {
      writeFileSync(join(folder, 'program.mjs'), program);
      const run = await ended(process.execPath, ['program.mjs'], folder);
      expect(run, run.messages).toMatchObject({ status: 0, output: 'conformant passed\n' });
    },
    runTimeoutMs,
  );

  test(
    'has types for a program of the user, and they hold',
    async () => {
      writeFileSync(join(folder, 'right.mts'), rightTypes);
      writeFileSync(join(folder, 'wrong.mts'), wrongTypes);
      const right = await typesOf('right.mts');
      expect(right, right.output).toMatchObject({ status: 0 });
      const wrong = await typesOf('wrong.mts');
      expect(wrong.status).not.toBe(0);
      expect(wrong.output).toContain('endless');
    },
    runTimeoutMs,
  );
});

function typesOf(file: string): Promise<Ended> {
  const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const typeRoots = join(repository, 'node_modules', '@types');
  return ended(process.execPath, [compiler, ...options, '--typeRoots', typeRoots, file], folder);
}

const program = `
import { mkdtempSync } from 'node:fs';
import { startReferenceImplementation, verify } from 'animal-store-conformance';

const service = await startReferenceImplementation();
const options = {
  baseUrl: service.baseUrl, apiKey: service.keys.enterprise, plan: null, planLimits: {}, revokedKey: null,
  quotaKeys: [], dayQuota: false, overshoot: null, probeBan: false, categoryIds: [], selected: ['auth/missing-key'], readOnly: false, effort: 'smoke', maxRequests: null,
  maxTimeMs: null, consistencyGraceMs: 2000, timeoutMs: 10000, minuteMs: 60000, dayMs: 86400000, seed: 1,
  failOn: 'must', requireComplete: false, reportDir: mkdtempSync('./run-'), command: '',
};
const report = await verify(options, () => {}, new AbortController().signal);
await service.close();
const { verdict } = report.requirements.find(({ id }) => id === 'auth/missing-key');
console.log(report.verdict, verdict);
`;

const rightTypes = `
import { type Report, type RunOptions, requirements, startReferenceImplementation, verify } from 'animal-store-conformance';

const ids: readonly string[] = requirements.map(({ id }) => id);
export async function conforms(options: RunOptions): Promise<boolean> {
  const service = await startReferenceImplementation({ port: 0 });
  const report: Report = await verify(
    { ...options, baseUrl: service.baseUrl, selected: ids, effort: 'smoke' },
    (event) => event.type satisfies string,
    AbortSignal.timeout(1_000),
  );
  return report.verdict === 'conformant';
}
`;

const wrongTypes = `
import type { RunOptions } from 'animal-store-conformance';

export const options: Partial<RunOptions> = { effort: 'endless' };
`;
