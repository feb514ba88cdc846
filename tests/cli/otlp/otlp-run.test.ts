import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningImplementation, startReferenceImplementation } from '../../../reference-impl/index.ts';
import { freePort, serving } from '../../listening.ts';
import { readOpenMetrics } from '../../report/metrics/read-open-metrics.ts';
import { certificateOfLocalhost, privateKey } from '../../target/certificates.ts';
import { startConnectProxy } from '../../target/connect-proxy.ts';
import { keptCommand } from '../kept-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'otlp-'));
let service: RunningImplementation;
beforeAll(async () => {
  service = await startReferenceImplementation();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function run(
  name: string,
  otlp: string,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const args = ['run', service.baseUrl, '--only', 'list/limit-bounds-count', '--effort', 'smoke'];
  return keptCommand([...args, '--report-dir', name, '--otlp', otlp, ...options], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise, ...environment },
  });
}

test('sends the metrics that it writes, and no key', async () => {
  const bodies: string[] = [];
  const { port, close } = await serving(
    createServer(async (request, response) => {
      bodies.push(`${request.headers['x-token']} ${await text(request)}`);
      response.end('{}');
    }),
  );
  const { status, messages } = await run('sent', `http://127.0.0.1:${port}`, {
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=t0ken-of-the-collector',
  });
  await close();
  expect([status, messages]).toEqual([0, expect.not.stringContaining('metrics')]);
  expect(bodies.length).toBe(1);
  expect(bodies[0]).toContain('t0ken-of-the-collector {"resourceMetrics"');
  expect(bodies[0]).not.toContain(service.keys.enterprise);
  const written = readFileSync(join(folder, 'sent', 'metrics.prom'), 'utf8');
  const requests = readOpenMetrics(written).find(({ name }) => name === 'animal_store_requests');
  const report = JSON.parse(readFileSync(join(folder, 'sent', 'report.json'), 'utf8'));
  expect(requests?.samples.reduce((sum, { value }) => sum + value, 0)).toBe(report.run.requests);
  for (const name of ['report.json', 'journal.ndjson', 'index.html']) {
    expect(readFileSync(join(folder, 'sent', name), 'utf8')).not.toMatch(/t0ken-of-the-collector|--otlp/);
  }
});

test('a receiver that is gone changes neither verdict nor status', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { status, output, messages } = await run('unsent', `${url}/t0ken-in-the-path`);
  expect(messages.split('\n').filter((line) => line.includes('metrics'))).toEqual([
    `animal-store-conformance: warning: the metrics were not delivered to ${url}: no connection to ${new URL(url).host}: nothing listens there (ECONNREFUSED); they are in metrics.prom`,
  ]);
  expect([status, output]).toEqual([0, expect.stringContaining('1 of 1 selected MUST requirement holds')]);
});

test('the receiver is reached by the proxy of the environment', async () => {
  let received = 0;
  const { port, close } = await serving(
    createServer((_request, response) => {
      received += 1;
      response.end('{}');
    }),
  );
  const proxy = await startConnectProxy();
  const { status, messages } = await run('proxied', `http://collector.test:${port}`, {
    HTTP_PROXY: proxy.url,
  });
  await Promise.all([close(), proxy.close()]);
  expect([status, messages]).toEqual([0, expect.not.stringContaining('metrics')]);
  expect([received, proxy.heads]).toEqual([1, [expect.stringContaining(`CONNECT collector.test:${port} `)]]);
});

test('the certificate of the receiver is verified, with --ca-file too', async () => {
  let received = 0;
  const { port, close } = await serving(
    createSecureServer({ key: privateKey, cert: certificateOfLocalhost }, (_request, response) => {
      received += 1;
      response.end('{}');
    }),
  );
  writeFileSync(join(folder, 'ca.pem'), certificateOfLocalhost);
  const url = `https://localhost:${port}`;
  const wary = await run('wary', url);
  const trusting = await run('trusting', url, {}, ['--ca-file', 'ca.pem']);
  await close();
  expect([wary.status, wary.messages]).toEqual([
    0,
    expect.stringContaining('its certificate is self-signed'),
  ]);
  expect([trusting.status, trusting.messages]).toEqual([0, expect.not.stringContaining('metrics')]);
  expect(received).toBe(1);
});

test('header fields that can not be sent are refused before anything is sent', async () => {
  const { status, messages } = await run('refused', 'http://127.0.0.1:1', {
    OTEL_EXPORTER_OTLP_HEADERS: 's3cret',
  });
  expect([status, messages]).toEqual([
    2,
    expect.stringMatching(/^animal-store-conformance: OTEL_EXPORTER_OTLP_HEADERS: entry 1 is not NAME=VALUE/),
  ]);
  expect(messages).not.toContain('s3cret');
});
