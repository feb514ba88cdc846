import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startReferenceImplementation } from '../../reference-impl/index.ts';
import { carriedOut } from './carried-out.ts';
import { runCommand } from './command.ts';
import { folder, inOwnFolders, readReport, run, startService, verdictOf } from './run-service.ts';

inOwnFolders();

describe('run against a conforming service', () => {
  test('says so, with status 0, reports in a folder of their own, and the key nowhere', async () => {
    const service = await startService();
    const key = service.keys.enterprise;
    const { status, output, messages } = await runCommand(
      ['run', service.baseUrl, '--effort', 'smoke', '--seed', '42', '--revoked-key', service.revokedKey],
      { folder, environment: { ANIMAL_STORE_API_KEY: key } },
    );
    expect(status, output + messages).toBe(0);
    const [own = '', ...others] = readdirSync(join(folder, 'reports')).filter((name) => name !== 'latest');
    expect(own).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-42$/);
    expect(others).toEqual([]);
    expect(readlinkSync(join(folder, 'reports', 'latest'))).toBe(own);
    expect(output).toContain(join('reports', own, 'index.html'));
    expect(messages).toMatch(/^Category: categoryId 1 accepted$/m);
    expect(`${output}${messages}`).not.toContain('\u001b');
    const report = readReport(join('reports', own));
    expect(report).toMatchObject({ verdict: 'conformant', run: { seed: 42, effort: 'smoke' } });
    const files = readdirSync(join(folder, 'reports', own));
    expect(files).toEqual(
      expect.arrayContaining([
        'index.html',
        'journal.ndjson',
        'junit.xml',
        'report.json',
        'summary.md',
        'traffic.har',
      ]),
    );
    for (const secret of [key, service.revokedKey]) {
      expect(`${output}${messages}`).not.toContain(secret);
      for (const file of files) {
        expect(readFileSync(join(folder, 'reports', own, file), 'utf8')).not.toContain(secret);
      }
    }
  });

  test('run --reference starts one in process', async () => {
    const { status, output, messages } = await carriedOut(
      ['run', '--reference', '--effort', 'smoke', '--report-dir', 'out'],
      { folder },
    );
    expect(status, output + messages).toBe(0);
    expect(readReport().run.command).toMatch(
      /^npx animal-store-conformance run --reference --effort smoke --seed \d+$/,
    );
    expect(readReport().planLimits).toEqual([]);
    expect(output).toMatch(
      /^Report: .*\n\nVerify your own service:\n {2}ANIMAL_STORE_API_KEY=KEY .* run BASE_URL\n$/m,
    );
  });

  test('settings come from the configuration file', async () => {
    const service = await startService();
    writeFileSync(
      join(folder, 'conformance.config.json'),
      JSON.stringify({
        baseUrl: service.baseUrl,
        apiKey: { env: 'STORE_KEY' },
        only: 'version/*',
        seed: 7,
        reportDir: 'out',
      }),
    );
    const { status, output, messages } = await carriedOut(['run'], {
      folder,
      environment: { STORE_KEY: service.keys.pro },
    });
    expect(status, output + messages).toBe(0);
    expect(readReport().run).toMatchObject({ seed: 7, selected: ['version/base-address'] });
  });
});

describe('run against a service that deviates', () => {
  test('a MUST makes the status 1, and is named', async () => {
    const { baseUrl, keys } = await startService({
      decorate: (parts) => ({
        ...parts,
        // Not as that of a plan for whose minute the run would wait.
        findKey: (token) =>
          parts.findKey(token) ?? parts.issuedKeys.find(({ plan }) => plan === 'enterprise') ?? null,
      }),
    });
    const { status, output } = await run(baseUrl, keys.enterprise, '--only', 'auth/*', '--effort', 'smoke');
    expect(status, output).toBe(1);
    expect(output).toContain('auth/unknown-key');
    expect(output).not.toContain(keys.enterprise);
    expect(verdictOf('auth/unknown-key')).toBe('failed');
    expect(verdictOf('list/default-limit')).toBe('skipped');
  });
});

describe('no verdict is status 3, and the report says why', () => {
  test('a first run without a verdict says that there is no reports/latest', async () => {
    const service = await startReferenceImplementation();
    await service.close();
    const first = join(folder, 'first');
    mkdirSync(first);
    const { messages } = await carriedOut(['run', service.baseUrl], {
      folder: first,
      environment: { ANIMAL_STORE_API_KEY: 'any-key-at-all' },
    });
    expect(messages).toMatch(/^There is no reports\/latest yet, because this run has no verdict\.$/m);
  });

  test('without a verdict, reports/latest still links to the previous report', async () => {
    const service = await startReferenceImplementation();
    await service.close();
    mkdirSync(join(folder, 'reports', 'before'), { recursive: true });
    symlinkSync('before', join(folder, 'reports', 'latest'));
    const { status, output, messages } = await carriedOut(['run', service.baseUrl], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: 'any-key-at-all' },
    });
    expect(status, output).toBe(3);
    expect(messages).toMatch(/^reports\/latest is unchanged, because this run has no verdict\.$/m);
    expect(readlinkSync(join(folder, 'reports', 'latest'))).toBe('before');
  });

  test('colour where it is wanted, and only there', async () => {
    const service = await startReferenceImplementation();
    await service.close();
    const colored = async (environment: Readonly<Record<string, string>>) => {
      const { output } = await carriedOut(['run', service.baseUrl, '--report-dir', 'out'], {
        folder,
        environment: { ANIMAL_STORE_API_KEY: 'any-key-at-all', ...environment },
      });
      expect(output).toContain('No verdict');
      return output.includes('\u001b[');
    };
    expect(await colored({ FORCE_COLOR: '1' })).toBe(true);
    expect(await colored({ NO_COLOR: '1' })).toBe(false);
    expect(await colored({})).toBe(false);
  });
});
