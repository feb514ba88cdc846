import { expect, test } from 'vitest';
import { secretsOf } from '../../src/cli/keys/given-secrets.ts';

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
