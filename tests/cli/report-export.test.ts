import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faults } from '../../reference-impl/faults/catalogue.ts';
import { variants } from '../../reference-impl/variants/catalogue.ts';
import { foldRun } from '../../src/report/fold.ts';
import { renderJson } from '../../src/report/write-artifacts.ts';
import { exchange, exchanged, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { readHurl } from '../reproduction/hurl-reader.ts';
import { oneIn } from '../test-seed.ts';
import { keptCommand } from './kept-command.ts';
import { folder, inOwnFolders, type Service, startService } from './run-service.ts';

inOwnFolders();

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** The Hurl program, where it is to be had: no package on npm holds it. */
const hurl = process.env['HURL'] ?? 'hurl';
const hasHurl = spawnSync(hurl, ['--version']).status === 0;

/** A service with several faults. */
function startFaulty(names: readonly string[]): Promise<Service> {
  const chosen = names.map((name) => faults.find((fault) => fault.name === name));
  return startService({
    decorate: (parts) =>
      chosen.reduce((made, fault) => {
        if (fault === undefined) {
          throw new Error('no such fault');
        }
        return fault.apply(made);
      }, parts),
  });
}

/** A conforming service that is unusual in several ways. */
function startUnusual(): Promise<Service> {
  const names = ['random-ids', 'more-fields', 'names-of-ten-letters', 'gzip-bodies', 'clock-90-s-behind'];
  const chosen = variants.filter(({ name }) => names.includes(name));
  expect(chosen).toHaveLength(names.length);
  return startService({ decorate: (parts) => chosen.reduce((made, one) => one.apply(made), parts) });
}

interface Program {
  readonly status: number | null;
  readonly output: string;
}

function shell(line: string, environment: Readonly<Record<string, string>>): Promise<Program> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment };
    const child = spawn('sh', ['-c', line], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (piece) => (output += piece));
    child.stderr.on('data', (piece) => (output += piece));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** The command in the first lines of an exported file. */
function commandIn(file: string): string {
  return /^(?:#|\/\/) Run: (.*)$/m.exec(file)?.[1] ?? '';
}

interface JsonResult {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** The status of each test of the exported file, by its title. */
async function runVitest({ baseUrl, keys }: Service): Promise<Map<string, string>> {
  const line = commandIn(readFileSync(join(folder, 'findings.test.mjs'), 'utf8')).replace(
    'npx vitest run',
    `'${process.execPath}' '${modules}/vitest/vitest.mjs' run --root . --reporter json --outputFile result.json`,
  );
  const environment = { ANIMAL_STORE_BASE_URL: baseUrl, ANIMAL_STORE_API_KEY: keys.enterprise };
  const { output } = await shell(line, environment);
  try {
    const { testResults }: JsonResult = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    return new Map(
      testResults.flatMap(({ assertionResults }) =>
        assertionResults.map(({ title, status }) => [title, status] as const),
      ),
    );
  } catch {
    throw new Error(output);
  }
}

async function runHurl({ baseUrl, keys }: Service): Promise<Program> {
  const line = commandIn(readFileSync(join(folder, 'findings.hurl'), 'utf8'))
    .replace(/--variable base_url=\S+/, `--variable base_url=${baseUrl}`)
    .replace(/^hurl/, hurl);
  return shell(line, { ANIMAL_STORE_API_KEY: keys.enterprise });
}

const samples: readonly (readonly [
  what: string,
  names: readonly string[],
  requirements: readonly string[],
])[] = [
  [
    'authentication',
    ['any-scheme', 'key-in-query', 'no-challenge', 'unauthorised-creation-stored'],
    ['auth/not-bearer', 'auth/header-only', 'auth/challenge', 'auth/refused-without-effect'],
  ],
  [
    'lists',
    ['limit-plus-one', 'limit-100-refused', 'status-ignored'],
    ['list/limit-bounds-count', 'list/limit-accepted', 'list/status-filter'],
  ],
  [
    'creation',
    ['missing-name-empty', 'status-letter-case-ignored', 'category-saturates-at-32-bits', 'client-id-taken'],
    ['create/missing-name', 'create/unknown-status', 'create/int64-exact', 'create/ignores-client-id'],
  ],
  [
    'malformed bodies',
    ['json-first-value-only', 'content-type-missing-accepted', 'created-id-as-text'],
    ['create/malformed-json', 'create/content-type-required', 'create/assigns-id'],
  ],
  [
    'reading, with the id of a new animal',
    ['get-shows-next-id', 'unknown-animal-null'],
    ['get/id-matches', 'get/unknown-id'],
  ],
  [
    'errors, responses and rate limit headers',
    ['error-status-zero', 'unknown-path-200', 'no-rate-headers', 'list-as-html'],
    ['errors/status-matches', 'errors/unknown-path', 'rate/headers-present', 'responses/media-type'],
  ],
];

describe('an exported file fails on the service with the findings, and passes on a conforming one', () => {
  test.each(oneIn(4, samples))('%s', async (_, names, requirements) => {
    const [faulty, conforming, unusual] = await Promise.all([
      startFaulty(names),
      startService(),
      startUnusual(),
    ]);
    symlinkSync(modules, join(folder, 'node_modules'));
    const selection = requirements.flatMap((id) => ['--only', id]);
    const environment = { ANIMAL_STORE_API_KEY: faulty.keys.enterprise };
    const run = ['run', faulty.baseUrl, '--plan', 'enterprise', '--report-dir', 'out', ...selection];
    expect((await keptCommand(run, { folder, environment })).status).toBe(1);
    for (const file of ['findings.test.mjs', 'findings.hurl']) {
      const made = await keptCommand(['report', 'export', 'out', '--out', file], { folder });
      expect(made).toMatchObject({ status: 0, messages: '' });
      expect(made.output).toMatch(new RegExp(`^${file}: \\d+ findings?`));
    }
    const found = await runVitest(faulty);
    for (const id of requirements) {
      const statuses = [...found]
        .filter(([title]) => title.startsWith(`${id}: `))
        .map(([, status]) => status);
      expect(statuses, id).toContain('failed');
    }
    for (const service of [conforming, unusual]) {
      const fixed = [...(await runVitest(service))].filter(([, status]) => status === 'failed');
      expect(fixed).toEqual([]);
    }
    expect(readHurl(readFileSync(join(folder, 'findings.hurl'), 'utf8')).length).toBeGreaterThan(0);
    if (hasHurl) {
      expect((await runHurl(faulty)).status).toBe(4);
      const passed = await runHurl(conforming);
      expect(passed.status, passed.output).toBe(0);
    }
  });
});

describe('the command', () => {
  function writeReport(): void {
    const id = 'list/limit-bounds-count';
    const changes = { kind: 'more-than-limit' };
    const report = foldRun([runStarted(), exchanged(exchange(1, id)), found(id, 1, changes), runFinished()]);
    mkdirSync(join(folder, 'reports/latest'), { recursive: true });
    writeFileSync(join(folder, 'reports/latest/report.json'), renderJson(report));
  }

  test('exports the newest report to the terminal, keys as variables', async () => {
    writeReport();
    const { status, output } = await keptCommand(['report', 'export', '--format', 'hurl'], { folder });
    expect(status).toBe(0);
    expect(readHurl(output)).toEqual([
      {
        method: 'GET',
        url: '<base_url>/pets?limit=5',
        headers: [
          ['Accept', 'application/json'],
          ['Authorization', 'Bearer <api_key>'],
        ],
        options: [],
        body: null,
        status: '200',
        captures: [],
        asserts: ['jsonpath "$" count <= 5'],
      },
    ]);
    expect(output).toContain('--secret api_key="$ANIMAL_STORE_API_KEY" findings.hurl\n');
  });

  test.each([
    [
      ['--only', 'auth/*', '--format', 'hurl'],
      '"reports/latest" holds no finding of "auth/*": there is nothing to export',
    ],
    [
      ['--out', 'findings.txt'],
      'pass --format hurl or --format vitest, or a FILE that ends in .hurl or .mjs',
    ],
    [['--format', 'pdf'], '--format: "pdf"'],
    [['nowhere', '--format', 'hurl'], '"nowhere" does not exist'],
    [['--format', 'hurl', '--out', 'nowhere/findings.hurl'], `--out: can't write "nowhere/findings.hurl"`],
  ])('%s is refused in one line', async (args, message) => {
    writeReport();
    const ended = await keptCommand(['report', 'export', ...args], { folder });
    expect(ended).toMatchObject({ status: 2, output: '' });
    expect(ended.messages).toContain(message);
    expect(ended.messages.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a key that a report holds is masked', async () => {
    writeReport();
    const key = 'Kq7TheKeyOfTheTest9zW';
    const path = join(folder, 'reports/latest/report.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('A list with', `Leaked ${key}: a list with`));
    const environment = { ANIMAL_STORE_API_KEY: key };
    const ended = await keptCommand(['report', 'export', '--format', 'vitest'], { folder, environment });
    expect(ended.messages).toContain('this report contains a key: masked here in');
    expect(ended.output).not.toContain(key);
  });
});
