import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { otlpHeaders } from '../../../src/cli/otlp/otlp-headers.ts';
import { sendMetrics } from '../../../src/cli/otlp/send-metrics.ts';
import { parseOtlpUrl } from '../../../src/cli/parse/otlp-url.ts';
import { foldRun } from '../../../src/report/fold.ts';
import { renderOtlpMetrics } from '../../../src/report/metrics/otlp-json.ts';
import { Redactor } from '../../../src/secrets/redaction.ts';
import { directTransport } from '../../../src/target/transport.ts';
import { freePort, serving } from '../../listening.ts';
import { faultless, runFinished, runStarted } from '../../report/made-up-run.ts';
import { startConnectProxy } from '../../target/connect-proxy.ts';

const report = foldRun([runStarted(), ...faultless(), runFinished()]);
const noSecrets = new Redactor([]);
const forbidden = 'HTTP/1.1 403 Forbidden\r\n\r\n';
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Received {
  readonly head: IncomingMessage;
  readonly body: string;
}

async function receiver(answer: RequestListener = (_, response) => void response.end('{}')) {
  const received: Received[] = [];
  const { port, close } = await serving(
    createServer(async (head, response) => {
      received.push({ head, body: await text(head) });
      answer(head, response);
    }),
  );
  closing.push(close);
  return { url: `http://127.0.0.1:${port}/v1/metrics`, received };
}

describe('sendMetrics', () => {
  test('posts the metrics as JSON, with the header fields of the environment', async () => {
    const { url, received } = await receiver();
    const headers = otlpHeaders({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dTpw, x-scope=a%2Cb' });
    expect(await sendMetrics(report, { url, headers, transport: directTransport }, noSecrets)).toBeNull();
    const [only] = received;
    expect(received.length).toBe(1);
    expect([only?.head.method, only?.head.url]).toEqual(['POST', '/v1/metrics']);
    expect(only?.head.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Basic dTpw',
      'x-scope': 'a,b',
    });
    expect(only?.body).toBe(renderOtlpMetrics(report));
  });

  test('masks a key that a report still contains', async () => {
    const { url, received } = await receiver();
    const key = 'k3y-that-leaked-91d2';
    const leaking = { ...report, target: { baseUrl: `http://127.0.0.1:8080/${key}` } };
    const redactor = new Redactor([{ value: key, shownAs: '$ANIMAL_STORE_API_KEY' }]);
    expect(await sendMetrics(leaking, { url, headers: {}, transport: directTransport }, redactor)).toBeNull();
    expect(received[0]?.body).not.toContain(key);
    expect(() => JSON.parse(received[0]?.body ?? '')).not.toThrow();
  });

  test.each<[string, RequestListener, string]>([
    ['an error', (_, response) => void response.writeHead(503).end('down'), 'it returned 503'],
    [
      'a redirect, which is not followed',
      (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      'it returned 307',
    ],
    [
      'a partial success',
      (_, response) => void response.end('{"partialSuccess":{"rejectedDataPoints":"7"}}'),
      'it rejected 7 data points',
    ],
    [
      'a rejection without a count',
      (_, response) => void response.end('{"partialSuccess":{"rejectedDataPoints":1e999}}'),
      'it returned an invalid number of rejected data points',
    ],
    ['a closed connection', ({ socket }) => void socket.destroy(), 'UND_ERR_SOCKET'],
    [
      'an endless response',
      (_, response) => void response.end('x'.repeat(100_000)),
      'UND_ERR_RES_EXCEEDED_MAX_SIZE',
    ],
  ])('says why they were not delivered: %s', async (_case, answer, problem) => {
    const { url, received } = await receiver(answer);
    expect(await sendMetrics(report, { url, headers: {}, transport: directTransport }, noSecrets)).toBe(
      problem,
    );
    expect(received.length).toBe(1);
  });

  test('accepts any other body of a success', async () => {
    const { url } = await receiver((_, response) => void response.end('null'));
    expect(await sendMetrics(report, { url, headers: {}, transport: directTransport }, noSecrets)).toBeNull();
  });

  test('waits for no receiver that is silent, or gone', async () => {
    const { url } = await receiver(() => {});
    expect(await sendMetrics(report, { url, headers: {}, transport: directTransport }, noSecrets, 50)).toBe(
      'no response within 0.05 s',
    );
    const gone = `http://127.0.0.1:${await freePort()}/v1/metrics`;
    expect(await sendMetrics(report, { url: gone, headers: {}, transport: directTransport }, noSecrets)).toBe(
      `no connection to ${new URL(gone).host}: nothing listens there (ECONNREFUSED)`,
    );
  });

  test('waits for no proxy that is silent', async () => {
    const { port, close } = await serving(createServer().on('connect', () => {}));
    closing.push(close);
    const proxy = { url: `http://127.0.0.1:${port}`, authorization: null };
    const silent = { url: 'http://collector.test/v1', headers: {}, transport: { ...directTransport, proxy } };
    expect(await sendMetrics(report, silent, noSecrets, 50)).toBe('no response within 0.05 s');
  });

  test('reaches the receiver through a proxy', async () => {
    const { url, received } = await receiver();
    const proxy = await startConnectProxy((head) => (head.includes('forbidden.test') ? forbidden : null));
    closing.push(proxy.close);
    const transport = { ...directTransport, proxy: { url: proxy.url, authorization: null } };
    const to = (host: string) => ({ url: url.replace('127.0.0.1', host), headers: {}, transport });
    expect(await sendMetrics(report, to('collector.test'), noSecrets)).toBeNull();
    expect(received.length).toBe(1);
    expect(await sendMetrics(report, to('forbidden.test'), noSecrets)).toMatch(
      /^the proxy 127\.0\.0\.1:\d+ opens no tunnel to forbidden\.test:\d+: it returned 403/,
    );
    expect(received.length).toBe(1);
  });
});

describe('the URL of --otlp', () => {
  const url = (value: string) => parseOtlpUrl({ value, label: '--otlp' });

  test.each([
    ['http://localhost:4318', 'http://localhost:4318/v1/metrics'],
    ['https://collector.example.com/', 'https://collector.example.com/v1/metrics'],
    ['https://collector.example.com/otlp//', 'https://collector.example.com/otlp/v1/metrics'],
    ['https://collector.example.com/v1/metrics/', 'https://collector.example.com/v1/metrics'],
  ])('%s is %s', (given, expected) => {
    expect(url(given)).toBe(expected);
  });

  test.each([
    'localhost:4318',
    'ftp://collector.example.com',
    'http://',
    'http://collector.example.com?token=s3cret',
    'http://user:s3cret@collector.example.com',
  ])('%s is refused, and not repeated', (given) => {
    expect(() => url(given)).toThrow(/^--otlp: (?!.*s3cret)/);
  });
});

describe('OTEL_EXPORTER_OTLP_HEADERS', () => {
  const headers = (value?: string) => otlpHeaders({ OTEL_EXPORTER_OTLP_HEADERS: value });

  test('may be empty', () => {
    expect([headers(), headers(''), headers(' , ')]).toEqual([{}, {}, {}]);
    expect(headers('a=b=c')).toEqual({ a: 'b=c' });
  });

  test.each([
    's3cret',
    'a=',
    '=s3cret',
    'b c=s3cret',
    'a=s3cret%',
    'a=s3cret%0d%0ab:c',
    'content-type=s3cret',
    'Host=s3cret',
  ])('%s is refused, its value not repeated', (value) => {
    expect(() => headers(value)).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS: (?!.*s3cret)/);
  });
});
