import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed, mixtureOf } from '../../reference-impl/index.ts';
import { startConnectProxy } from '../target/raw-server.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, readReport, startService } from './run-service.ts';

inOwnFolders();

test('a run, its replay and doctor go through the proxy, with the field that every request carries', async () => {
  const fault = faultNamed('limit-plus-one');
  const service = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });
  const proxy = closeAfterwards(await startConnectProxy());
  const baseUrl = service.baseUrl.replace('127.0.0.1', 'staging.test');
  const environment = {
    ANIMAL_STORE_API_KEY: service.keys.enterprise,
    HTTP_PROXY: proxy.url.replace('http://', 'http://me:pr0xyPassw0rd@'),
  };
  const command = (...args: string[]) =>
    carriedOut([...args, '--header', 'X-Gateway-Token: gatewayToken7Q'], { folder, environment });

  const doctor = await command('doctor', baseUrl, '--read-only');
  expect(doctor.output, doctor.messages).toMatch(
    /reachable {4}responds in \d+ ms through the proxy 127\.0\.0\.1:\d+\n/,
  );

  const only = ['--only', 'list/limit-bounds-count', '--effort', 'smoke'];
  const run = await command('run', baseUrl, '--report-dir', 'out', ...only);
  expect(run.status, run.output + run.messages).toBe(1);
  const artifacts = ['report.json', 'journal.ndjson', 'traffic.har', 'index.html'].map((name) =>
    readFileSync(join(folder, 'out', name), 'utf8'),
  );
  expect(readReport().run.command).toContain('--header "X-Gateway-Token: $ANIMAL_STORE_HEADER_1"');
  expect(run.output).toContain('-H "X-Gateway-Token: $ANIMAL_STORE_HEADER_1"');
  expect(run.output).toContain('curl -sS -i --proxy "$HTTP_PROXY" --proxytunnel');
  const [finding] = readReport().requirements.flatMap(({ findings }) => findings);
  expect(finding?.curl).toContain('curl -sS -i --proxy "$HTTP_PROXY" --proxytunnel -H');
  expect(finding?.rerun).toContain(' --header "X-Gateway-Token: $ANIMAL_STORE_HEADER_1" ');
  expect(artifacts.join('') + run.output + run.messages).not.toMatch(/gatewayToken7Q|pr0xyPassw0rd/);

  const replay = await command('replay', 'out');
  expect(replay.status, replay.output + replay.messages).toBe(1);
  expect(proxy.heads.every((head) => head.startsWith('CONNECT staging.test:'))).toBe(true);
  const carrying = proxy.passed.split('\r\nX-Gateway-Token: gatewayToken7Q\r\n').length - 1;
  expect(carrying).toBe(service.seen.length);
});

test('a proxy that stops forwarding is reported as such, and nothing is reported about the service', async () => {
  const service = await startService({ decorate: mixtureOf(['connection-close']).apply });
  let tunnels = 0;
  const refusal = 'HTTP/1.1 503 Service Unavailable\r\n\r\n';
  const proxy = closeAfterwards(
    await startConnectProxy(() => {
      tunnels += 1;
      return tunnels > 4 ? refusal : null;
    }),
  );
  const run = await carriedOut(
    [
      ...['run', service.baseUrl.replace('127.0.0.1', 'staging.test'), '--report-dir', 'out'],
      ...['--only', 'auth/*', '--effort', 'smoke'],
    ],
    { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise, HTTP_PROXY: proxy.url } },
  );
  expect(run.status, run.output + run.messages).toBe(3);
  const report = readReport();
  expect(report.requirements.flatMap(({ findings }) => findings)).toEqual([]);
  expect(report.interrupted).toMatch(
    /^the last \d+ requests did not reach the service: the proxy 127\.0\.0\.1:\d+ opens no tunnel/,
  );
});
