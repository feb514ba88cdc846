import { expect, test } from 'vitest';
import { defaultKeys, defaultRevokedKey, defaultSecondKeys } from '../../reference-impl/index.ts';
import { refuseWeakKeys } from '../../src/cli/keys/weak-keys.ts';
import { Settings } from '../../src/cli/settings/settings.ts';

function settings(options: Readonly<Record<string, readonly string[]>>, key?: string): Settings {
  const invocation = {
    command: 'run',
    positional: undefined,
    others: [],
    options: new Map(Object.entries(options)),
  };
  return new Settings(invocation, key === undefined ? {} : { ANIMAL_STORE_API_KEY: key }, null);
}

test('keys as they are issued are taken', () => {
  const issued = [...Object.values(defaultKeys), ...Object.values(defaultSecondKeys), defaultRevokedKey];
  for (const key of [...issued, 'a1b2c3d4', '12345678', 'bearer-a1b2c3']) {
    expect(() =>
      refuseWeakKeys(settings({ 'api-key': [key], 'quota-key': [`pro=${key}`, 'free'] })),
    ).not.toThrow();
  }
});
