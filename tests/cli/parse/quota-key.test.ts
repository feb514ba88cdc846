import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuotaKey, plans, requireKey } from '../../../src/cli/parse/plan-limit.ts';
import { refusal } from '../given.ts';

const key = fc.stringMatching(/^[A-Za-z0-9=_~+/.-]{1,40}$/);

describe('a key that may be used up', () => {
  test('every PLAN=KEY is read, whatever the key holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...plans), key, (plan, text) => {
        expect(parseQuotaKey(`${plan}=${text}`)).toEqual({ plan, key: text });
        expect(parseQuotaKey(plan)).toEqual({ plan, key: '' });
      }),
    );
  });

  test.each([
    ['k', 'this is not one of free, pro, business, enterprise; write e.g. free=KEY'],
    ['=k', 'the text before "=" is not one of free, pro, business, enterprise'],
    ['busines=k', 'did you mean business?'],
    ['free=', 'the API key is empty'],
    ['free= k', 'the API key has white space'],
    ['free=k\n', 'the API key has white space'],
    ['free=k\u0007y', 'character 2 of the API key is U+0007'],
  ])('%j is refused', (text, message) => {
    expect(refusal(() => parseQuotaKey(text))).toContain(message);
  });

  test('a plan alone is refused where its key is needed', () => {
    const value = parseQuotaKey('pro');
    expect(refusal(() => requireKey({ value, label: '--option' }))).toBe(
      '--option: this is not PLAN=KEY: write e.g. pro=KEY',
    );
  });

  test('what is refused is never repeated: it may be a key without its plan', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}={0,2}$/);
    fc.assert(
      fc.property(secret, (text) => {
        const shown = text.replaceAll('=', '');
        expect(refusal(() => parseQuotaKey(text))).not.toContain(shown);
      }),
    );
  });
});
