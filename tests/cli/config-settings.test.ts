import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf } from './config-text.ts';
import { refusal } from './given.ts';

test('a key in it is refused, and not repeated', () => {
  const key = fc.stringMatching(/^[A-Za-z0-9]{16,30}$/);
  fc.assert(
    fc.property(key, fc.constantFrom('apiKey', 'revokedKey', 'quotaKey'), (secret, name) => {
      for (const text of [
        JSON.stringify({ [name]: secret }),
        JSON.stringify({ [name]: [secret] }),
        JSON.stringify({ [name]: { value: secret } }),
        JSON.stringify({ [name]: { env: `${secret} ` } }),
        JSON.stringify({ [name]: { env: 'NAME', file: secret } }),
        JSON.stringify({ targets: { one: { [name]: secret } } }),
      ]) {
        expect(refusal(() => contentOf(text))).not.toContain(secret);
      }
    }),
    { numRuns: 20 },
  );
  expect(refusal(() => contentOf('{ "apiKey": "abc" }'))).toContain('{ "env": "NAME" }');
});
