import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { carriedOut } from './carried-out.ts';
import { startCommand } from './command.ts';
import { folder, inOwnFolders, readReport, run, type Service, startService } from './run-service.ts';

inOwnFolders();

describe('limits', () => {
  test('--dry-run sends nothing and writes nothing, and needs no key', async () => {
    const service = await startService();
    const { status, output, messages } = await carriedOut(['run', service.baseUrl, '--dry-run'], { folder });
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(output).toMatch(/^auth\/missing-key +\d+ +\d+ +\d+$/m);
    expect(output).toMatch(/^total +\d+ +\d+$/m);
    expect(output).toMatch(/^ {2}free +60 per minute: /m);
    expect(output).toMatch(
      /^Up to about 1,[34]\d\d requests in total, with further cases .*, if the key has /m,
    );
    expect(service.seen).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('--read-only creates nothing', async () => {
    const service = await startService();
    const { status, output } = await run(
      service.baseUrl,
      service.keys.enterprise,
      '--read-only',
      '--effort',
      'smoke',
    );
    expect(status, output).toBe(0);
    expect(service.seen.filter(({ status: answered }) => answered === 201)).toEqual([]);
    expect(readReport().run.readOnly).toBe(true);
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

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends it with status 3 and the report so far',
    async (signal) => {
      const { service, silent } = await startSilencing();
      const command = start(service);
      await Promise.race([silent, command.ended]);
      command.process.kill(signal);
      const { status, output, messages } = await command.ended;
      expect(status, output + messages).toBe(3);
      expect(messages).toContain('interrupted: writing a report of the results so far');
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
    expect((await carriedOut(['report', 'render', 'out/journal.ndjson'], { folder })).status).toBe(0);
    expect(readReport().run.requests).toBeGreaterThan(0);
  });
});
