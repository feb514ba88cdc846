import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import { reproduce } from '../../src/reproduction/reproduce.ts';
import { vitestFile } from '../../src/reproduction/vitest.ts';
import { prelude } from '../../src/reproduction/vitest-prelude.ts';
import { exchange, exchanged, found, runFinished, runStarted } from '../report/made-up-run.ts';

interface Prelude {
  exactJson(text: string): unknown;
}

const { exactJson }: Prelude = new Function(`${prelude}\nreturn { exactJson };`)();

describe('JSON in an exported Vitest file', () => {
  test('is read as JSON.parse reads it, whatever its strings and fractions', () => {
    const value = fc.jsonValue().filter((one) => !/\d{16}/.test(JSON.stringify(one).replace(/\.\d+/g, '')));
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        expect(exactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['0.30000000000000004', '52.12345678901234567', '-1.0e-300', '12345678901234567890.5', '1e16'])(
    'reads %s of a field that the interface document does not have as a number',
    (text) => {
      expect(exactJson(`{"id":1,"more":[${text}]}`)).toEqual({ id: 1, more: [Number(text)] });
    },
  );

  test('holds integers beyond 2^53 to the last digit, and no text for one', () => {
    expect(exactJson('[9007199254740993,-9223372036854775808,7,"9007199254740993","\\u00005"]')).toEqual([
      9007199254740993n,
      -9223372036854775808n,
      7,
      '9007199254740993',
      '\u00005',
    ]);
  });
});

describe('a 429 that stays', () => {
  const fileOn = (requirement: string) => {
    const report = foldRun([
      runStarted(),
      exchanged(exchange(1, requirement)),
      found(requirement, 1),
      runFinished(),
    ]);
    const reproduced = reproduce(report, { isWanted: () => true, reportPath: 'out' });
    return vitestFile(reproduced, 'findings.test.mjs').slice(0, -prelude.length);
  };

  test('proves nothing about another requirement, so its test is skipped', () => {
    expect(fileOn('auth/missing-key')).toMatch(/if \(response1\.status === 429\) \{\n\s+context\.skip/);
  });

  test('has the header fields of any response', () => {
    expect(fileOn('rate/headers-present')).not.toContain('context');
  });
});
