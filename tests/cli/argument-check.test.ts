import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import type { Option } from '../../src/cli/options/option.ts';
import { refusal } from './given.ts';

const options: readonly (readonly [string, Option])[] = Object.entries(runDeclaration.options);
const named = (kind: Option['kind']) =>
  options.filter(([, option]) => option.kind === kind).map(([name]) => name);

function check(...args: string[]) {
  return checkArguments(args, runDeclaration);
}

describe('arguments of a command', () => {
  test('any value after = is read exactly as written', () => {
    const single = fc.constantFrom(...named('single'));
    fc.assert(
      fc.property(single, fc.string({ unit: 'binary', minLength: 1 }), (name, value) => {
        expect(check(`--${name}=${value}`).options.get(name)).toEqual([value]);
        if (!value.startsWith('-')) {
          expect(check(`--${name}`, value, 'http://x').options.get(name)).toEqual([value]);
        }
      }),
    );
  });

  test('any arguments are read or refused in one line', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('--', '-', '---', '--=', '--seed', '--only', '-1', '--api-key='),
      fc.constantFrom(...options.map(([name]) => `--${name}`)),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        try {
          check(...args);
        } catch {
          refusal(() => check(...args));
        }
      }),
    );
  });
});
