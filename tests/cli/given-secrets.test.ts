import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretsOf } from '../../src/cli/keys/given-secrets.ts';
import { secretHeaders } from '../../src/cli/keys/last-redactor.ts';
import { directTransport } from '../../src/target/transport.ts';
import { runFinished, runStarted } from '../report/made-up-run.ts';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, run, startService } from './run-service.ts';

test('the key of the environment is a secret as a whole, quota keys each with and without their plan', () => {
  const environment = {
    ANIMAL_STORE_API_KEY: 'kQ7zR2,m=Wx9==',
    ANIMAL_STORE_QUOTA_KEYS: 'free=first-key-1, pro=second=2',
  };
  expect([...secretsOf([], environment)].toSorted()).toEqual(
    ['kQ7zR2,m=Wx9==', 'free=first-key-1', 'first-key-1', 'pro=second=2', 'second=2'].toSorted(),
  );
});

test('so are those of the command line, in both spellings', () => {
  const secrets = secretsOf(
    ['run', '--api-key', 'key-one-1', '--quota-key=free=key-two-2', '--seed', '7'],
    {},
  );
  expect(secrets.has('key-one-1')).toBe(true);
  expect(secrets.has('key-two-2')).toBe(true);
  expect(secrets.has('7')).toBe(false);
});

const shownAs = '$ANIMAL_STORE_HEADER_1';

function sought(name: string, value: string) {
  const transport = { ...directTransport, headers: [{ name, value, shownAs }] };
  return secretHeaders({ transport, baseUrl: 'https://Staging.example.com:8443/v1' });
}

test.each(['X-Gateway-Token', 'Cookie', 'X-API-Key', 'CF-Access-Client-Secret'])(
  'what opens something is looked for in what is written: %s',
  (name) => {
    expect(sought(name, 'gatewayToken7Q')).toEqual([{ value: 'gatewayToken7Q', shownAs }]);
    expect(sought(name, '8473928374928374')).toHaveLength(1);
  },
);

test.each([
  ['X-Tenant', 'acme-internal'],
  ['X-Auth-Version', '2026-11-21'],
  ['X-Auth-Id', '48151623'],
  ['X-Auth-Address', '127.0.0.1:8443'],
  ['X-Auth-Realm', 'staging.example.com'],
  ['X-Token-Audience', 'https://staging.example.com:8443'],
])('a value that every record contains is no secret, and removes no report: %s: %s', (name, value) => {
  expect(sought(name, value)).toEqual([]);
});

test('without fields nothing is looked for', () => {
  expect(secretHeaders({ baseUrl: 'http://127.0.0.1/v1' })).toEqual([]);
});

inOwnFolders();

test('a key in the command that repeats the run is masked in every report', async () => {
  const { baseUrl, keys } = await startService();
  // The command that repeats the run contains the name of the configuration file.
  const config = `${keys.enterprise}.json`;
  writeFileSync(join(folder, config), '{}');
  const { status, output, messages } = await run(
    baseUrl,
    keys.enterprise,
    ...['--config', config, '--only', 'list/returns-pets'],
  );
  expect(status, messages).toBe(0);
  expect(output + messages).not.toContain(keys.enterprise);
  const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
  expect(report.run.command).toContain('--config $ANIMAL_STORE_API_KEY.json');
  for (const name of readdirSync(join(folder, 'out'))) {
    expect(readFileSync(join(folder, 'out', name), 'utf8')).not.toContain(keys.enterprise);
  }
});

test('a report that is rendered again is searched for the keys of the environment', async () => {
  const key = 'kQ7zTheNameOfAFile';
  const events = [
    runStarted({ command: `animal-store-conformance run --config ${key}.json` }),
    runFinished(),
  ];
  mkdirSync(join(folder, 'out'));
  writeFileSync(
    join(folder, 'out', 'journal.ndjson'),
    events.map((event) => JSON.stringify(event)).join('\n'),
  );
  const { status } = await carriedOut(['report', 'render', 'out/journal.ndjson'], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: key },
  });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'out', 'report.json'), 'utf8')).not.toContain(key);
  expect(readFileSync(join(folder, 'out', 'journal.ndjson'), 'utf8')).toContain(key);
});
