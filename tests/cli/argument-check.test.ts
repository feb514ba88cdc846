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
  test('options are read with their values, in both spellings', () => {
    const { positional, options } = check(
      '--seed',
      '7',
      'http://localhost/v1',
      '--only=auth/*',
      '--only',
      'get/*',
    );
    expect(positional).toBe('http://localhost/v1');
    expect([...options]).toEqual([
      ['seed', ['7']],
      ['only', ['auth/*', 'get/*']],
    ]);
  });

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

  test('a negative number is a value', () => {
    expect(check('--category-id', '-5').options.get('category-id')).toEqual(['-5']);
  });

  test('a flag is true, or what is written after =', () => {
    expect(check('--read-only').options.get('read-only')).toEqual(['true']);
    expect(check('--read-only=false').options.get('read-only')).toEqual(['false']);
    expect(refusal(() => check('--read-only=maybe'))).toContain('takes no value');
  });

  test('values of unknown options and arguments in excess are not repeated: they may be a key', () => {
    const key = fc.stringMatching(/^[A-Z0-9]{20}$/);
    fc.assert(
      fc.property(key, (secret) => {
        for (const args of [
          [`--apikey=${secret}`],
          ['--apikey', secret],
          ['http://x', secret],
          ['--api-key', 'a', '--api-key', secret],
          [`--read-only=${secret}`],
        ]) {
          expect(refusal(() => check(...args))).not.toContain(secret);
        }
      }),
    );
  });

  test('a command can take a second argument, or any number', () => {
    const others = { name: 'others', describe: 'more files', required: true, repeated: false };
    const two = { ...runDeclaration, others };
    const many = { ...runDeclaration, others: { ...others, repeated: true } };
    expect(checkArguments(['a', '--seed', '7', 'b'], two)).toMatchObject({ positional: 'a', others: ['b'] });
    expect(checkArguments(['a', 'b', 'c', 'd'], many)).toMatchObject({
      positional: 'a',
      others: ['b', 'c', 'd'],
    });
    expect(refusal(() => checkArguments(['a'], two))).toBe('"run" needs <others> too: more files');
    expect(refusal(() => checkArguments(['a', ''], two))).toBe('<others> is empty');
    expect(refusal(() => checkArguments(['a', 'b', 'c'], two))).toContain('and 1 more was given');
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
