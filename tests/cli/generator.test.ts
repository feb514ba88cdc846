import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageVersion } from '../../src/package-root.ts';
import { startGenerator } from '../../src/quota/generators/burst-server.ts';
import { directTransport } from '../../src/target/transport.ts';
import { certificateOfLocalhost, privateKey } from '../target/certificates.ts';
import { type Ended, runCommand, startCommand } from './command.ts';
import { keptCommand } from './kept-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'generator-'));
const token = '0123456789abcdef-token';
const environment = { ANIMAL_STORE_API_KEY: 'key-of-the-run', ANIMAL_STORE_GENERATOR_TOKEN: token };

beforeAll(() => {
  writeFileSync(join(folder, 'token'), `${token}\n`);
  writeFileSync(join(folder, 'short'), 'abc\n');
  writeFileSync(join(folder, 'lines'), `${token}\n${token}\n`);
  writeFileSync(join(folder, 'cert.pem'), certificateOfLocalhost);
  writeFileSync(join(folder, 'key.pem'), privateKey);
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

afterAll(() => rmSync(folder, { recursive: true }));

const target = ['--target', 'http://127.0.0.1:1/v1'];
const local = ['--listen', '127.0.0.1:0'];
const tokenFile = ['--token-file', 'token'];
const run = ['run', 'http://127.0.0.1:1/v1', '--quota-key', 'free=quota-key-value'];
const [port1, port2] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];

function expectRefused({ status, output, messages }: Ended, message: string): void {
  expect(messages).toContain(message);
  expect(messages.trimEnd().split('\n')).toHaveLength(1);
  expect({ status, output }).toEqual({ status: 2, output: '' });
  expect(messages).not.toContain(token);
}

describe.concurrent('an invalid option is reported in one line, with status 2', () => {
  test.each([
    [['generator'], '--listen is missing: pass --listen HOST:PORT'],
    [['generator', ...local], '--token-file is missing: pass --token-file FILE'],
    [['generator', ...local, ...tokenFile], '--target is missing: pass --target URL'],
    [['generator', '--listen', '9000', ...tokenFile, ...target], '--listen: "9000" is not HOST:PORT'],
    [
      ['generator', '--listen', '127.0.0.1:65536', ...tokenFile, ...target],
      '"127.0.0.1:65536" is not HOST:PORT',
    ],
    [['generator', '--listen', '0.0.0.0:0', ...tokenFile, ...target], 'keys would be sent unencrypted'],
    [
      [
        'generator',
        '--listen',
        '203.0.113.1:0',
        ...tokenFile,
        ...target,
        '--tls-certificate=cert.pem',
        '--tls-key=key.pem',
      ],
      'this machine has no such address',
    ],
    [
      ['generator', ...local, '--token-file', 'short', ...target],
      '--token-file: a token is one line of 16 to 512',
    ],
    [
      ['generator', ...local, '--token-file', 'lines', ...target],
      '--token-file: a token is one line of 16 to 512',
    ],
    [['generator', ...local, '--token-file', 'none', ...target], '--token-file: "none" does not exist'],
    [
      ['generator', ...local, ...tokenFile, '--target', 'ftp://x'],
      '--target: "ftp:" is neither http nor https',
    ],
    [
      ['generator', ...local, ...tokenFile, ...target, '--tls-key=key.pem'],
      'the certificate is missing: pass --tls-certificate',
    ],
    [
      ['generator', ...local, ...tokenFile, ...target, '--tls-certificate=cert.pem'],
      'the private key is missing: pass --tls-key FILE',
    ],
    [['run', 'http://127.0.0.1:1/v1', '--generator', port1], '--generator needs a dedicated key'],
    [[...run, '--generator', port1, '--generator', port1], 'is passed twice; each generator sends one part'],
    [[...run, '--generator', `${port1}/v1`], `the URL of a generator has no path: write ${port1}`],
    [[...run, '--generator', 'http://198.51.100.7:9000'], 'keys would be sent unencrypted: use https'],
    [['run', '--reference', '--generator', port1], '--reference starts its own service: omit --generator'],
  ])('%j', async (args, message) => {
    expectRefused(await keptCommand(args, { folder, environment }), message);
  });

  test('a token file of a run, in the folder of the process', async () => {
    const args = [...run, '--generator', port1, '--generator-token-file', 'short'];
    expectRefused(await runCommand(args, { folder, environment }), 'a token is one line of 16 to 512');
  });

  test('a missing token', async () => {
    const { status, messages } = await keptCommand([...run, '--generator', port1], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: 'key-of-the-run' },
    });
    expect(messages).toContain('the token is missing: set ANIMAL_STORE_GENERATOR_TOKEN');
    expect(status).toBe(2);
  });
});

describe('generator', () => {
  test('prints its URL and its target, but no token; Ctrl-C ends it with status 0', async () => {
    const tls = ['--tls-certificate', 'cert.pem', '--tls-key', 'key.pem'];
    const command = startCommand(['generator', ...local, ...tokenFile, ...target, ...tls], { folder });
    await command.shown(/listens on https:\/\/127\.0\.0\.1:\d+\n/);
    await command.shown(/Ctrl-C ends it\.\n/);
    command.process.kill('SIGINT');
    const { status, output, messages } = await command.ended;
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(output).toContain('It sends requests to http://127.0.0.1:1/v1 only');
    expect(output).not.toContain(token);
  });
});

describe('a run', () => {
  const started = (changes: { target?: string; version?: string; token?: string } = {}) =>
    startGenerator({
      host: '127.0.0.1',
      port: 0,
      token,
      target: 'http://127.0.0.1:1/v1',
      transport: directTransport,
      tls: null,
      version: packageVersion(),
      ...changes,
    });

  test.each([
    [{ target: 'http://127.0.0.1:1/v2' }, 'sends to the path /v2, and this run tests /v1'],
    [{ version: '0.0.1' }, 'runs version 0.0.1 of this program, and this is'],
    [{ token: 'some-other-token' }, 'does not accept the token'],
  ])('has no verdict and sends nothing with a generator of %j', async (changes, message) => {
    const generator = await started(changes);
    const args = [...run, '--only', 'quota/*', '--generator', generator.url, '--report-dir', 'out'];
    const { status, messages, output } = await keptCommand(args, { folder, environment });
    await generator.close();
    expect(oneLine(output)).toContain(`${generator.url} ${message}`);
    expect(status).toBe(3);
    expect(`${messages}${output}`).not.toContain('Service:');
    expect(`${messages}${output}`).not.toContain(token);
  });

  test('has no verdict if a generator does not respond', async () => {
    const args = [...run, '--only', 'quota/*', '--generator', port2, '--report-dir', 'out'];
    const { status, output } = await keptCommand(args, { folder, environment });
    expect(oneLine(output)).toContain(`${port2} can't be reached: `);
    expect(status).toBe(3);
  });
});
