import { expect, test } from 'vitest';
import { rerunCommand } from '../../src/report/rerun.ts';
import { runStarted } from './made-up-run.ts';

function rerun(command: string, baseUrl = 'http://127.0.0.1:8080/v1'): string {
  const event = runStarted({ command, baseUrl });
  return event.type === 'run-started' ? rerunCommand(event.header, ['list/safe']) : '';
}

const end = "--only 'list/safe' --seed 42 --effort normal";

test.each([
  ['animal-store-conformance run http://127.0.0.1:8080/v1 --only "auth/*" --seed 1', ''],
  [
    'animal-store-conformance run http://127.0.0.1:8080/v1 --read-only --category-id 7 --category-id=8',
    ' --read-only --category-id 7 --category-id=8',
  ],
  [
    "animal-store-conformance run http://127.0.0.1:8080/v1 --config 'my config.json' --report-dir x",
    " --config 'my config.json'",
  ],
  [
    'animal-store-conformance run http://127.0.0.1:8080/v1 --header "X-Way: $ANIMAL_STORE_HEADER_1" --resolve a.test:80:192.0.2.7 --ca-file \'my ca.pem\' --client-certificate c.pem --client-key k.pem --baseline x',
    ' --header "X-Way: $ANIMAL_STORE_HEADER_1" --resolve a.test:80:192.0.2.7 --ca-file \'my ca.pem\' --client-certificate c.pem --client-key k.pem',
  ],
])('%s', (command, kept) => {
  expect(rerun(command)).toBe(`animal-store-conformance run http://127.0.0.1:8080/v1${kept} ${end}`);
});

test('keys that may be used up, and how far the measurement goes, only where plan limits are asked for', () => {
  const command =
    'npx animal-store-conformance run http://x --quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1" --day-quota --overshoot 9 --probe-ban --plan pro';
  const event = runStarted({ command });
  const header = event.type === 'run-started' ? event.header : null;
  expect(header !== null && rerunCommand(header, ['rate/headers-present', 'quota/body'])).toBe(
    `npx animal-store-conformance run http://127.0.0.1:8080/v1 --plan pro --quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1" --day-quota --overshoot 9 --probe-ban --only 'rate/headers-present' --only 'quota/body' --seed 42 --effort normal`,
  );
  expect(rerun(command)).not.toMatch(/quota|overshoot|ban/);
});

test('the reference implementation is started again: its address is gone', () => {
  expect(rerun('npx animal-store-conformance run --reference --seed 1')).toBe(
    `npx animal-store-conformance run --reference ${end}`,
  );
});

test('a target of the configuration file stays one: its keys stand there', () => {
  expect(rerun('npx animal-store-conformance run staging --timeout 5s --only "auth/*" --seed 1')).toBe(
    `npx animal-store-conformance run staging --timeout 5s ${end}`,
  );
});

test('an address with a character that shells read is quoted', () => {
  expect(rerun('animal-store-conformance run http://x', 'http://h/a&b')).toContain(
    "run 'http://h/a&b' --only",
  );
});

test('a command that is none still brings one', () => {
  expect(rerun('')).toBe(`animal-store-conformance run http://127.0.0.1:8080/v1 ${end}`);
});
