import { expect, test } from 'vitest';
import { defaultKeys, defaultRevokedKey, defaultSecondKeys } from '../../reference-impl/index.ts';
import { refuseWeakKeys } from '../../src/cli/keys/weak-keys.ts';
import { Settings } from '../../src/cli/settings/settings.ts';
import { refusal } from './given.ts';

function settings(options: Readonly<Record<string, readonly string[]>>, key?: string): Settings {
  const invocation = {
    command: 'run',
    positional: undefined,
    others: [],
    options: new Map(Object.entries(options)),
  };
  return new Settings(invocation, key === undefined ? {} : { ANIMAL_STORE_API_KEY: key }, null);
}

test.each(['secret', 'aaaaaaaaaaaa', 'abcdabcdabcd', '1234567'])('%s is refused', (weak) => {
  for (const options of [
    { 'api-key': [weak] },
    { 'revoked-key': [weak] },
    { 'quota-key': [`free=${weak}`] },
  ]) {
    const said = refusal(() => refuseWeakKeys(settings(options)));
    expect(said).toMatch(/^--[a-z]+-key: the key has fewer than .*; use another$/);
    expect(said).not.toContain(weak);
  }
  expect(refusal(() => refuseWeakKeys(settings({}, weak)))).toMatch(/^ANIMAL_STORE_API_KEY: /);
});

test.each([
  '$ANIMAL_STORE_API_KEY',
  '${ANIMAL_STORE_API_KEY}',
  '%ANIMAL_STORE_API_KEY%',
  '${{ secrets.KEY }}',
])('%s is recognised as the name of a variable', (name) => {
  const given = settings({ 'api-key': [name] });
  expect(refusal(() => refuseWeakKeys(given))).toMatch(/^--api-key: this is the name of a variable/);
});

test.each(['Bearer a1b2c3d4e5', '"a1b2c3d4e5"', "'a1b2c3d4e5'"])(
  '%s is refused with what to leave out, and not repeated',
  (key) => {
    const said = refusal(() => refuseWeakKeys(settings({ 'api-key': [key] })));
    expect(said).toMatch(
      /^--api-key: pass the key alone, without the word Bearer and without quotation marks/,
    );
    expect(said).not.toContain('a1b2c3d4e5');
  },
);

test('keys as they are issued are taken', () => {
  const issued = [...Object.values(defaultKeys), ...Object.values(defaultSecondKeys), defaultRevokedKey];
  for (const key of [...issued, 'a1b2c3d4', '12345678', 'bearer-a1b2c3']) {
    expect(() =>
      refuseWeakKeys(settings({ 'api-key': [key], 'quota-key': [`pro=${key}`, 'free'] })),
    ).not.toThrow();
  }
});
