import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
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
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  const { status, output, messages } = await keptCommand(args, { folder, environment });
  expect(messages).toContain(message);
  const isOfFile = [...Object.keys(files), 'missing.json'].some((name) => messages.includes(`: ${name}`));
  const help = ' Try animal-store-conformance [a-z -]*--help';
  expect(messages).toMatch(new RegExp(`^animal-store-conformance: [^\n]*[.?]${isOfFile ? '' : help}\n$`));
  expect(`${output}${messages}`).not.toContain(apiKey);
  expect({ status, output, requests, files: readdirSync(folder) }).toEqual({
    status: 2,
    output: '',
    requests: 0,
    files: Object.keys(files),
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
    [['--api-kye', 'k'], 'unknown option "--api-kye"; did you mean --api-key?'],
    [['--api-key'], '--api-key needs a value'],
    [['--api-key', ''], '--api-key needs a value, and an empty one was given'],
    [['--api-key', ' padded'], '--api-key: the API key has white space'],
    [['--api-key', 'line\nbreak'], '--api-key: character 5 of the API key is U+000A'],
    [['--api-key', 'kéy€'], '--api-key: character 4 of the API key is U+20AC'],
    [['--revoked-key', apiKey], '--revoked-key: this is the key that the run uses'],
    [['--plan', 'gold'], '--plan: "gold" is not one of free, pro, business, enterprise'],
    [['--plan-limit', 'free'], '--plan-limit: "free" is not PLAN=MINUTE/DAY'],
    [['--plan-limit', 'pro=10/5'], '"pro=10/5" grants less per day than per minute'],
    [['--category-id', '1e5'], '--category-id: "1e5" is not an int64'],
    [['--minute', '1ms'], '--minute: "1ms" is too short for a minute: the rate limit headers are in whole'],
    [['--minute', '1d'], '--minute: "1d" is not a duration: write 500ms, 5s, 2m or 24h'],
    [['--day', '1s'], '--day: the day would be shorter than the minute'],
    [['--only', 'atuh/*'], '--only: "atuh/*" matches no requirement; did you mean auth/*?'],
    [['--skip', 'nothing'], '--skip: "nothing" matches no requirement'],
    [
      ['--only', 'quota/*'],
      'the plan limits need a dedicated key that the run may exhaust: pass --quota-key PLAN=KEY',
    ],
    [['--effort', 'fast'], '--effort: "fast" is not one of smoke, normal, thorough'],
    [['--seed', '-1'], '--seed: "-1" is not a whole number from 0 to 4294967295'],
    [['--max-requests', '0'], '--max-requests: "0" is not a whole number from 1 on'],
    [['--max-requests', '-5'], '--max-requests: "-5" is not a whole number from 1 on'],
    [['--max-time', '0s'], '--max-time: "0s" must be longer than 0'],
    [['--timeout', '-5s'], '--timeout: "-5s" is not a duration'],
    [['--consistency-grace', '2'], '--consistency-grace: "2" is not a duration'],
    [['--fail-on', 'May'], '--fail-on: "May" is not one of must, should'],
    [['--seed', '1', '--seed', '2'], '--seed is passed 2 times; pass it once'],
    [['--quota-key', 'free'], '--quota-key: this is not PLAN=KEY: write e.g. free=KEY'],
    [['--quota-key', 'gold=k'], 'the text before "=" is not one of free, pro, business, enterprise'],
    [['--quota-key', 'fre=k'], 'is not one of free, pro, business, enterprise; did you mean free?'],
    [['--quota-key', 'free='], '--quota-key: the API key is empty'],
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
    [['another'], '"run" takes one argument, <base-url>, and 1 more was given'],
    [['--reference'], '--reference starts its own service: omit the base URL'],
    [['--dry-run', '--effort', ''], '--effort needs a value'],
  ])('run <base-url> %j', async (args, message) => {
    await expectRefused(['run', baseUrl, ...args], message);
  });

  test('without a key', async () => {
    const message = 'the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY';
    await expectRefused(['run', baseUrl], message, {});
    await expectRefused(['run', baseUrl], message, { ANIMAL_STORE_API_KEY: '' });
  });

  test.each([
    [['--quota-key', 'free'], '--quota-key: this is not PLAN=KEY: write e.g. free=KEY'],
    [['--quota-key', 'gold=k'], 'the text before "=" is not one of free, pro, business, enterprise'],
    [['--plan-limit', 'free=x'], '--plan-limit: "free=x" is not PLAN=MINUTE/DAY'],
    [['--revoked-key', ' '], '--revoked-key: the API key has white space'],
    [['--category-id', 'x'], '--category-id: "x" is not an int64'],
  ])('%j is reported before a missing key', async (args, message) => {
    await expectRefused(['run', baseUrl, ...args], message, {});
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

describe.concurrent('a wrong configuration file is one clear line, status 2, and nothing is sent', () => {
  test.each([
    ['conformance.config.json', '{ "sede": 1 }', 'unknown setting "sede"; did you mean seed?'],
    ['conformance.config.json', `{ "apiKey": "${apiKey}" }`, 'the file must not contain a key'],
    [
      'conformance.config.json',
      '{ "seed": 1,, }',
      'conformance.config.json:1:13: this is not valid YAML or JSON',
    ],
    [
      'conformance.config.json',
      '{ "effort": "fast" }',
      'conformance.config.json:1:13: effort: "fast" is not one of',
    ],
    ['conformance.config.yaml', '\n  sede: 1', 'conformance.config.yaml:2:3: unknown setting "sede"'],
  ])('%s with %s', async (name, text, message) => {
    await expectRefused(['run', baseUrl], message, { ANIMAL_STORE_API_KEY: apiKey }, { [name]: text });
  });
});
