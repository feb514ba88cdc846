import { createServer as createHttpServer } from 'node:http';
import { connect as connectTo, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Parts } from '../../reference-impl/index.ts';
import { anchoredWindow } from '../../reference-impl/quota.ts';
import { createRateLimiter } from '../../reference-impl/rate-limiter.ts';
import type { Ended } from '../end-of.ts';
import { serving } from '../listening.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { decides, failedIn, measure, startQuickService, untilDecided } from './quick-minutes.ts';
import { inOwnFolders, readReport, type Service, verdictOf } from './run-service.ts';

inOwnFolders();

// On a busy machine a run may take many times as long.
vi.setConfig({ testTimeout: 900_000 });

const exceeded = 'quota/never-exceeded';

/** Measures the limits of a key at the base URL of a service and at another place. */
function measureAt(service: Service, place: string, minuteMs: number): Promise<Ended> {
  const options = ['--only', exceeded, '--quota-key', `free=${service.keys.free}`, '--place', place];
  return measure(service, options, minuteMs);
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

/** A server of pages for people. */
async function startPage(): Promise<string> {
  const server = createHttpServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<html>Welcome</html>');
  });
  return `127.0.0.1:${closeAfterwards(await serving(server)).port}`;
}

/** A second port of a service. */
async function secondPort({ baseUrl }: Service): Promise<number> {
  const { port } = new URL(baseUrl);
  const relay = createServer((socket) => {
    const onward = connectTo(Number(port), '127.0.0.1');
    socket.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => socket.destroy()).pipe(socket);
  });
  return closeAfterwards(await serving(relay)).port;
}

test.each([
  ['a base URL', (port: string) => `http://127.0.0.1:${port}/v1`],
  ['an IP address with a port', (port: string) => `127.0.0.1:${port}`],
])(
  'a limit that is granted at each place is reported, with what each place saw: %s',
  async (_kind, placeAt) => {
    const { status, output, messages } = await untilDecided(
      async (minuteMs) => {
        const [here, there] = await startRegions(minuteMs);
        return measureAt(here, placeAt(new URL(there.baseUrl).port), minuteMs);
      },
      (report) =>
        report.requirements.some(({ findings }) => findings.some(({ kind }) => kind === 'counter-per-place')),
      [exceeded],
    );
    const findings = readReport().requirements.find(({ id }) => id === exceeded)?.findings;
    expect(findings, output + messages).toMatchObject([{ kind: 'counter-per-place' }]);
    expect(status).toBe(1);
    expect(findings?.[0]?.message).toMatch(
      /a counter per place, such as one for each region; .* but \d+ of \d+ at the base URL, \d+ of \d+ at place 1 were served/,
    );
    expect(readReport().planLimits).toMatchObject([{ places: [{ place: 0 }, { place: 1 }] }]);
    expect(output).toMatch(/at the base URL: .*granted/);
    expect(output).toMatch(/at place 1: .*granted/);
  },
);

test('one counter behind both addresses is no finding', async () => {
  const { status, output, messages } = await untilDecided(async (minuteMs) => {
    const service = await startQuickService({ decorate: anchored }, minuteMs);
    return measureAt(service, `127.0.0.1:${await secondPort(service)}`, minuteMs);
  }, decides(exceeded));
  expect(failedIn(readReport())).toEqual([]);
  expect(verdictOf(exceeded), output + messages).toBe('passed');
  expect(status).toBe(0);
  expect(readReport().planLimits).toMatchObject([{ places: [{ place: 0 }, { place: 1 }] }]);
});

test.each([
  ['does not respond', async () => '127.0.0.1:1', /does not respond: no connection to 127\.0\.0\.1:1: /],
  ['returns a page', startPage, /returned no JSON for GET \/pets/],
])('a place that %s leaves no verdict', async (_what, start, reason) => {
  const service = await startQuickService();
  const { status, output, messages } = await measureAt(service, await start(), 2_500);
  expect(status, output + messages).toBe(3);
  expect(output.replace(/\s+/g, ' ')).toMatch(/^No verdict: 127\.0\.0\.1:\d+ /);
  expect(output.replace(/\s+/g, ' ')).toMatch(reason);
});

test('a place that refuses the quota key leaves the limits undecided', async () => {
  const decorate = (parts: Parts): Parts => {
    const isFree = (token: string) => parts.findKey(token)?.plan === 'free';
    return { ...parts, findKey: (token) => (isFree(token) ? null : parts.findKey(token)) };
  };
  const [here, there] = [await startQuickService(), await startQuickService({ decorate })];
  const { status, output } = await measureAt(here, there.baseUrl, 2_500);
  expect(status).toBe(3);
  expect(readReport().requirements.find(({ id }) => id === exceeded)).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('place 1 returned 401 to all requests of quota key 1'),
  });
  expect(output).not.toContain('violated');
});
