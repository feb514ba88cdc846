import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Parts } from '../../reference-impl/index.ts';
import { anchoredWindow } from '../../reference-impl/quota-kinds/anchored-window.ts';
import { createRateLimiter } from '../../reference-impl/rate-limiter.ts';
import { type Ended, type RunningCommand, startCommand } from './command.ts';
import { keptCommand } from './kept-command.ts';
import { decides, failedIn, quick, startQuickService, untilDecided } from './quick-minutes.ts';
import { folder, inOwnFolders, readReport, type Service, verdictOf } from './run-service.ts';

inOwnFolders();

// On a busy machine a run may take many times as long.
vi.setConfig({ testTimeout: 900_000 });

const token = '0123456789abcdef-token';
const exceeded = 'quota/never-exceeded';
let generators: RunningCommand[] = [];

/** Every clock of the process is wrong: days off, and slow by as much as an operating system corrects. */
const wrongClocks = `
  const drift = -0.0005;
  for (const [clock, offsetMs] of [[Date, -9e8], [performance, 7e8]]) {
    const tell = clock.now.bind(clock);
    const fromMs = tell();
    clock.now = () => tell() + offsetMs + drift * (tell() - fromMs);
  }
`;

beforeEach(() => {
  writeFileSync(join(folder, 'token'), `${token}\n`);
  writeFileSync(join(folder, 'wrong-clocks.mjs'), wrongClocks);
});

async function endGenerators(): Promise<void> {
  const running = generators;
  generators = [];
  for (const { process } of running) {
    process.kill('SIGINT');
  }
  await Promise.all(running.map(({ ended }) => ended));
}
afterEach(endGenerators);

/** A process of its own, which sends to one service. Resolves with its URL. */
async function startGenerator(
  { baseUrl }: Service,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const args = ['generator', '--listen', '127.0.0.1:0', '--token-file', 'token', '--target', baseUrl];
  const generator = startCommand(args, { folder, environment });
  generators.push(generator);
  const [, url = ''] = await generator.shown(/listens on (http:\/\/127\.0\.0\.1:\d+)\n/);
  return url;
}

/** Measures the limits of a key from two places, each with its own way to the service, and one with wrong clocks. */
async function measureFrom(places: readonly [Service, Service], minuteMs: number): Promise<Ended> {
  const [here, there] = places;
  const urls = await Promise.all([
    startGenerator(here),
    startGenerator(there, { NODE_OPTIONS: '--import ./wrong-clocks.mjs' }),
  ]);
  const ended = await keptCommand(
    [
      ...['run', here.baseUrl, '--report-dir', 'out', ...quick(minuteMs), '--only', exceeded],
      ...['--quota-key', `free=${here.keys.free}`, ...urls.flatMap((url) => ['--generator', url])],
    ],
    {
      folder,
      environment: { ANIMAL_STORE_API_KEY: here.keys.enterprise, ANIMAL_STORE_GENERATOR_TOKEN: token },
    },
  );
  await endGenerators();
  return ended;
}

/** Windows begin with the first request after the last one, so that no burst spans an edge. */
function anchored(parts: Parts): Parts {
  return { ...parts, takeAllowance: createRateLimiter(parts.rateSettings, parts.clock, anchoredWindow) };
}

/** Two regions of one service: the same animals and keys, and a counter each. */
async function startRegions(minuteMs: number): Promise<[Service, Service]> {
  let shared: Pick<Parts, 'petStore'> | null = null;
  const decorate = (parts: Parts): Parts => {
    shared ??= { petStore: parts.petStore };
    return { ...anchored(parts), ...shared };
  };
  return [await startQuickService({ decorate }, minuteMs), await startQuickService({ decorate }, minuteMs)];
}

test('a limit that is granted in each place is reported, with what each place saw', async () => {
  const { status, output, messages } = await untilDecided(
    async (minuteMs) => measureFrom(await startRegions(minuteMs), minuteMs),
    (report) =>
      report.requirements.some(({ findings }) => findings.some(({ kind }) => kind === 'counter-per-place')),
    [exceeded],
  );
  const findings = readReport().requirements.find(({ id }) => id === exceeded)?.findings;
  expect(findings, output + messages).toMatchObject([{ kind: 'counter-per-place' }]);
  expect(status).toBe(1);
  expect(findings?.[0]?.message).toMatch(
    /a counter per place, such as one for each region; .* but \d+ of \d+ from generator 1, \d+ of \d+ from generator 2 were served/,
  );
  expect(readReport().planLimits).toMatchObject([{ places: [{ generator: 1 }, { generator: 2 }] }]);
  expect(output).toMatch(/from generator 1 .*granted/);
  expect(output).toMatch(/from generator 2 .*granted/);
});

test('one counter for both places is no finding, although the clocks of one are wrong', async () => {
  const { status, output, messages } = await untilDecided(async (minuteMs) => {
    const service = await startQuickService({ decorate: anchored }, minuteMs);
    return await measureFrom([service, service], minuteMs);
  }, decides(exceeded));
  expect(failedIn(readReport())).toEqual([]);
  expect(verdictOf(exceeded), output + messages).toBe('passed');
  expect(status).toBe(0);
  const [measured] = readReport().planLimits;
  expect(measured?.places).toMatchObject([{ generator: 1 }, { generator: 2 }]);
});
