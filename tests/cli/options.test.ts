import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listening } from '../listening.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { keptCommand } from './kept-command.ts';

const apiKey = 'tH1sKeyMustNeverBeShown';

let server: Server;
let requests = 0;
let baseUrl = '';

beforeAll(async () => {
  server = createServer((_, response) => {
    requests += 1;
    response.writeHead(500).end();
  });
  const port = await listening(server);
  baseUrl = `http://127.0.0.1:${port}/v1`;
});

afterAll(() => {
  server.close();
});

/** One line on the error stream that names the program and ends in its help, status 2, nothing sent or written. */
async function expectRefused(
  args: readonly string[],
  message: string,
  environment: Readonly<Record<string, string>> = { ANIMAL_STORE_API_KEY: apiKey },
): Promise<void> {
  const folder = temporaryFolder();
  const { status, output, messages } = await keptCommand(args, { folder, environment });
  expect(messages).toContain(message);
  const isOfFile = messages.includes(': missing.json');
  const help = ' Try animal-store-conformance [a-z -]*--help';
  expect(messages).toMatch(new RegExp(`^animal-store-conformance: [^\n]*[.?]${isOfFile ? '' : help}\n$`));
  expect(`${output}${messages}`).not.toContain(apiKey);
  expect({ status, output, requests, files: readdirSync(folder) }).toEqual({
    status: 2,
    output: '',
    requests: 0,
    files: [],
  });
}

describe.concurrent('a wrong command line is one clear line, status 2, and nothing is sent', () => {
  test.each([
    [[], 'no command given'],
    [['rum'], 'unknown command "rum"; did you mean run?'],
    [['http://localhost/v1'], 'write "run" before the base URL'],
    [['--api-key', 'k', 'run'], 'the command comes first'],
    [['init', 'localhost:8080'], 'did you mean http://localhost:8080?'],
    [['report'], '"report" needs one more word: "report render"'],
    [['run'], 'the base URL is missing'],
    [['requirements', '--format', 'yaml'], '--format: "yaml" is not one of table, json, markdown'],
    [['serve', 'http://localhost'], '"serve" takes no argument'],
    [['serve', '--port', '65536'], '--port: "65536" is not a whole number from 0 to 65535'],
    [['serve', '--minute', '999ms'], '--minute: "999ms" is too short for a minute'],
    [['serve', '--minute', '2h', '--day', '1h'], '--day: the day would be shorter than the minute'],
    [['report', 'render'], '"report render" needs <file>'],
  ])('%j', async (args, message) => {
    await expectRefused(args, message);
  });

  test.each([
    [['--revoked-key', apiKey], '--revoked-key: this is the key that the run uses'],
    [['--minute', '1ms'], '--minute: "1ms" is too short for a minute: the rate limit headers are in whole'],
    [['--day', '1s'], '--day: the day would be shorter than the minute'],
    [
      ['--only', 'quota/*'],
      'the plan limits need a dedicated key that the run may exhaust: pass --quota-key PLAN=KEY',
    ],
    [['--max-requests', '0'], '--max-requests: "0" is not a whole number from 1 on'],
    [['--max-time', '0s'], '--max-time: "0s" must be longer than 0'],
    [['--fail-on', 'May'], '--fail-on: "May" is not one of must, should'],
    [['--quota-key', 'free'], '--quota-key: this is not PLAN=KEY: write e.g. free=KEY'],
    [['--quota-key', 'free=k', '--quota-key=pro=k'], '--quota-key: one key is passed twice'],
    [['--quota-key', `free=${apiKey}`], 'this is the key of --api-key too, and would be exhausted'],
    [['--quota-key', 'pro=old', '--revoked-key=old'], 'this is the key of --revoked-key too'],
    [
      ['--quota-key', 'enterprise=k'],
      'the limits of enterprise are not documented: pass them with --plan-limit enterprise=MINUTE/DAY',
    ],
    [
      ['--day-quota'],
      '--day-quota needs a dedicated key that the run may exhaust: pass --quota-key PLAN=KEY',
    ],
    [['--probe-ban'], '--probe-ban needs a dedicated key that the run may exhaust'],
    [['--overshoot', '5'], '--overshoot needs a dedicated key that the run may exhaust'],
    [['--overshoot', '0', '--quota-key=free=k'], '--overshoot: "0" is not a whole number from 1 to 10000'],
    [['--place', '192.0.2.7'], '--place needs a dedicated key that the run may exhaust'],
    [
      ['--quota-key=free=a-key-71x', '--place', 'http://eu.example.com/v2'],
      '--place: http://eu.example.com/v2 has another path than the base URL: write /v1',
    ],
    [['--quota-key=free=a-key-71x', '--place=192.0.2.7', '--place=192.0.2.7'], '192.0.2.7 is passed twice'],
    [['--waivers', 'known.yaml'], '--waivers: the waivers file "known.yaml" does not exist'],
    [['--config', 'missing.json'], 'missing.json: the configuration file does not exist'],
    [
      ['--report-dir', '/dev/null/reports'],
      'a part of the path is not a folder; name another with --report-dir',
    ],
    [['--reference'], '--reference starts its own service: omit the base URL'],
  ])('run <base-url> %j', async (args, message) => {
    await expectRefused(['run', baseUrl, ...args], message);
  });

  test('without a key', async () => {
    const message = 'the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY';
    await expectRefused(['run', baseUrl], message, {});
    await expectRefused(['run', baseUrl], message, { ANIMAL_STORE_API_KEY: '' });
    // What is wrong with another option is said first.
    const padded = '--revoked-key: the API key has white space';
    await expectRefused(['run', baseUrl, '--revoked-key', ' '], padded, {});
  });

  test('a key of the environment follows the same rules', async () => {
    await expectRefused(['run', baseUrl], 'ANIMAL_STORE_API_KEY: the API key has white space', {
      ANIMAL_STORE_API_KEY: `${apiKey}\n`,
    });
  });

  test('quota keys of the environment follow the same rules', async () => {
    const environment = (keys: string) => ({
      ANIMAL_STORE_API_KEY: apiKey,
      ANIMAL_STORE_QUOTA_KEYS: keys,
    });
    await expectRefused(['run', baseUrl], 'ANIMAL_STORE_QUOTA_KEYS: one key is', environment('free=k,pro=k'));
    await expectRefused(
      ['run', baseUrl],
      'ANIMAL_STORE_QUOTA_KEYS: this is not one of free, pro',
      environment('free=k,'),
    );
    await expectRefused(['run', baseUrl], 'this is the key of --api-key', environment(`free=${apiKey}`));
  });

  test('for the reference implementation a plan is enough, and a key too much', async () => {
    await expectRefused(
      ['run', '--reference', '--quota-key', `free=${apiKey}`],
      'write the plan alone, --quota-key free',
    );
    await expectRefused(
      ['run', '--reference', '--effort', 'smoke', '--only', 'quota/*'],
      'pass --quota-key free',
    );
  });

  test('a key in the wrong place is not repeated', async () => {
    await expectRefused(['run', apiKey], 'base URL: this is neither an http or https URL nor a target');
    await expectRefused(['run', baseUrl, apiKey], '1 more was given');
    await expectRefused(['run', baseUrl, `--apikey=${apiKey}`], 'unknown option "--apikey"');
    await expectRefused(['run', baseUrl, '--effort', apiKey], '--effort: "[key]" is not one of');
    await expectRefused(['run', baseUrl, '--quota-key', apiKey], '--quota-key: this is not one of free, pro');
    await expectRefused(['run', baseUrl, '--quota-key', `${apiKey}==`], 'the text before "="');
    await expectRefused([apiKey], 'unknown command');
  });
});

test('a current folder that was removed is one clear line', async () => {
  const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "${process.execPath}" "${main}" run "${baseUrl}"`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^animal-store-conformance: the current folder does not exist any more[^\n]*\n$/);
  expect(status).toBe(2);
});
