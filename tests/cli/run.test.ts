import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import type { Report } from '../../src/report/report.ts';
import { type Ended, runCommand, startCommand } from './command.ts';
import { listening } from './listening.ts';

let folder = '';
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'));
});

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  rmSync(folder, { recursive: true });
});

interface Seen {
  readonly method: string;
  readonly path: string;
  status: number;
}

interface Service extends RunningImplementation {
  readonly seen: readonly Seen[];
}

/** The reference implementation, and what it was asked. */
async function startService(options: ReferenceImplementationOptions = {}): Promise<Service> {
  const seen: Seen[] = [];
  const service = await startReferenceImplementation({
    ...options,
    decorate: (parts) => {
      const decorated = options.decorate?.(parts) ?? parts;
      return {
        ...decorated,
        handle: async (request, all) => {
          const record = { method: request.method, path: request.path.join('/'), status: 0 };
          seen.push(record);
          const answer = await decorated.handle(request, all);
          record.status = answer.status;
          return answer;
        },
      };
    },
  });
  closing.push(() => service.close());
  return { ...service, seen };
}

/** A server written by hand. Resolves with its base address. */
async function startServer(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  const port = await listening(server);
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${port}/v1`;
}

function run(baseUrl: string, key: string, ...options: string[]): Promise<Ended> {
  return runCommand(['run', baseUrl, '--report-dir', 'out', ...options], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: key },
  });
}

function readReport(reportFolder = 'out'): Report {
  return JSON.parse(readFileSync(join(folder, reportFolder, 'report.json'), 'utf8'));
}

function verdictOf(id: string): string | undefined {
  return readReport().requirements.find((requirement) => requirement.id === id)?.verdict;
}

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
    expect(messages).toMatch(/^auth: \d+ checks done \(\d+ of \d+\), \d+ requests sent, /m);
    expect(`${output}${messages}`).not.toContain('\u001b');
    const report = readReport(join('reports', own));
    expect(report).toMatchObject({ verdict: 'conformant', run: { seed: 42, effort: 'smoke' } });
    const files = readdirSync(join(folder, 'reports', own));
    expect(files).toEqual(
      expect.arrayContaining(['index.html', 'journal.ndjson', 'junit.xml', 'report.json', 'summary.md']),
    );
    for (const secret of [key, service.revokedKey]) {
      expect(`${output}${messages}`).not.toContain(secret);
      for (const file of files) {
        expect(readFileSync(join(folder, 'reports', own, file), 'utf8')).not.toContain(secret);
      }
    }
  });

  test('run --reference starts one in process', async () => {
    const { status, output, messages } = await runCommand(
      ['run', '--reference', '--effort', 'smoke', '--report-dir', 'out'],
      { folder },
    );
    expect(status, output + messages).toBe(0);
    expect(readReport().run.command).toMatch(/^npx animal-store-conformance run --reference .*--seed \d+$/);
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
    const { status, output, messages } = await runCommand(['run'], {
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
        findKey: (token) => parts.findKey(token) ?? parts.issuedKeys[0] ?? null,
      }),
    });
    const { status, output } = await run(baseUrl, keys.enterprise, '--only', 'auth/*');
    expect(status, output).toBe(1);
    expect(output).toContain('auth/unknown-key');
    expect(output).not.toContain(keys.enterprise);
    expect(verdictOf('auth/unknown-key')).toBe('failed');
    expect(verdictOf('list/default-limit')).toBe('skipped');
  });

  test('a SHOULD makes it 1 only with --fail-on should', async () => {
    const { baseUrl, keys } = await startService({
      decorate: (parts) => ({
        ...parts,
        handle: async (request, all) => {
          const answer = await parts.handle(request, all);
          const { 'WWW-Authenticate': _, ...headers } = answer.headers;
          return { ...answer, headers };
        },
      }),
    });
    const only = ['--only', 'auth/challenge', '--only', 'auth/missing-key'];
    expect((await run(baseUrl, keys.enterprise, ...only)).status).toBe(0);
    expect(verdictOf('auth/challenge')).toBe('warned');
    const strict = await run(baseUrl, keys.enterprise, ...only, '--fail-on', 'should');
    expect(strict.status, strict.output + strict.messages).toBe(1);
  });
});

describe('no verdict is status 3, and the report says why', () => {
  test('nobody listens', async () => {
    const service = await startReferenceImplementation();
    await service.close();
    const { status, output } = await run(service.baseUrl, 'any-key-at-all');
    expect(status, output).toBe(3);
    expect(readReport()).toMatchObject({ verdict: 'none' });
  });

  test('colour where it is wanted, and only there', async () => {
    const service = await startReferenceImplementation();
    await service.close();
    const colored = async (environment: Readonly<Record<string, string>>) => {
      const { output } = await runCommand(['run', service.baseUrl, '--report-dir', 'out'], {
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

  test('the key is refused', async () => {
    const { baseUrl } = await startService();
    const { status, output } = await run(baseUrl, 'a-key-that-was-never-issued');
    expect(status, output).toBe(3);
    expect(output).toMatch(/key/);
    expect(`${output}${JSON.stringify(readReport())}`).not.toContain('a-key-that-was-never-issued');
  });

  test('a MUST that was skipped, with --require-complete', async () => {
    const { baseUrl, keys } = await startService();
    const only = ['--only', 'auth/revoked-key', '--only', 'auth/missing-key'];
    const { status, output } = await run(baseUrl, keys.enterprise, ...only, '--require-complete');
    expect(status, output).toBe(3);
    expect(verdictOf('auth/missing-key')).toBe('passed');
    expect(verdictOf('auth/revoked-key')).toBe('skipped');
  });
});

describe('limits', () => {
  test('--dry-run sends nothing and writes nothing, and needs no key', async () => {
    const service = await startService();
    const { status, output, messages } = await runCommand(['run', service.baseUrl, '--dry-run'], { folder });
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(output).toMatch(/^auth\/missing-key +\d+ +\d+$/m);
    expect(output).toMatch(/^total +\d+ +\d+$/m);
    expect(output).toMatch(/^ {2}free +60 a minute: /m);
    expect(service.seen).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('--max-requests is never exceeded', async () => {
    const service = await startService();
    const { output } = await run(service.baseUrl, service.keys.enterprise, '--max-requests', '12');
    expect(service.seen.length, output).toBeGreaterThan(0);
    expect(service.seen.length, output).toBeLessThanOrEqual(12);
    expect(readReport().run.requests).toBe(service.seen.length);
  });

  test('--read-only creates nothing', async () => {
    const service = await startService();
    const { status, output } = await run(service.baseUrl, service.keys.enterprise, '--read-only');
    expect(status, output).toBe(0);
    expect(service.seen.filter(({ status: answered }) => answered === 201)).toEqual([]);
  });

  test('--max-time ends a run, and what was left out is skipped', async () => {
    const service = await startService();
    const { output } = await run(
      service.baseUrl,
      service.keys.enterprise,
      ...['--max-time', '1ms', '--effort', 'thorough'],
    );
    expect(
      readReport().requirements.some(({ verdict }) => verdict === 'skipped'),
      output,
    ).toBe(true);
  });

  test('a server that never answers costs the time-out, not the run', async () => {
    const baseUrl = await startServer(() => {});
    const { status, output } = await run(baseUrl, 'any-key-at-all', '--timeout', '200ms');
    expect(status, output).toBe(3);
  });
});

describe('interruption', () => {
  /** A service that answers until the checks are under way, then never again. */
  async function startSilencing(): Promise<{ readonly service: Service; readonly silent: Promise<void> }> {
    let fellSilent = () => {};
    const silent = new Promise<void>((resolve) => {
      fellSilent = resolve;
    });
    let count = 0;
    const service = await startService({
      decorate: (parts) => ({
        ...parts,
        handle: (request, all) => {
          count += 1;
          if (count > 15) {
            fellSilent();
            return new Promise(() => {});
          }
          return parts.handle(request, all);
        },
      }),
    });
    return { service, silent };
  }

  function start(service: Service) {
    return startCommand(['run', service.baseUrl, '--report-dir', 'out', '--timeout', '1h'], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise },
    });
  }

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with status 3 and the report so far',
    async (signal) => {
      const { service, silent } = await startSilencing();
      const command = start(service);
      await Promise.race([silent, command.ended]);
      command.process.kill(signal);
      const { status, output, messages } = await command.ended;
      expect(status, output + messages).toBe(3);
      expect(messages).toContain('interrupted: writing the report of what was learnt so far');
      expect(readReport().interrupted).not.toBeNull();
      expect(readReport().run.requests).toBeGreaterThanOrEqual(15);
      expect(output).toContain(join('out', 'index.html'));
    },
  );

  test('a second Ctrl-C ends it at once; the journal becomes a report', async () => {
    const { service, silent } = await startSilencing();
    const command = start(service);
    await Promise.race([silent, command.ended]);
    command.process.kill('SIGINT');
    await command.shown(/interrupted/);
    command.process.kill('SIGINT');
    expect((await command.ended).status).toBe(3);
    expect(existsSync(join(folder, 'out', 'journal.ndjson'))).toBe(true);
    expect((await runCommand(['report', 'render', 'out/journal.ndjson'], { folder })).status).toBe(0);
    expect(readReport().run.requests).toBeGreaterThan(0);
  });
});
