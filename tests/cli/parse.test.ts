import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { loadDeclaration, runDeclaration } from '../../src/cli/commands/service-commands.ts';
import type { Option, Options } from '../../src/cli/options/option.ts';
import { apiKey, baseUrl, place } from '../../src/cli/options/service-values.ts';
import { categoryId, duration, largestSeed, wholeNumber } from '../../src/cli/options/values.ts';
import { globPattern, selectRequirements } from '../../src/cli/settings/requirement-selection.ts';
import { requirements } from '../../suites/requirements.ts';
import { given, refusal } from './given.ts';

const address = (ip: string, port: number | null = null) => ({ kind: 'address', address: { ip, port } });

test.each([
  ['https://eu.example.com/v1/', { kind: 'base URL', baseUrl: 'https://eu.example.com/v1' }],
  ['192.0.2.7', address('192.0.2.7')],
  ['192.0.2.7:8443', address('192.0.2.7', 8443)],
  ['2001:db8::7', address('2001:db8::7')],
  ['[2001:db8::7]', address('2001:db8::7')],
  ['[2001:db8::7]:8443', address('2001:db8::7', 8443)],
])('%s is a place', (text, expected) => {
  expect(place.parse(text)).toEqual(expected);
});

const unsendable = fc.constantFrom(...'\n\r\0\t\u007f\u0085Ā€\u2028', '🐕', '\ud800');

test('an API key is any that a header field can carry', () => {
  const visible = fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa1, max: 0xff }));
  const unit = visible.map((codePoint) => String.fromCodePoint(codePoint));
  const ofAny = fc.string({ unit }).map((text) => `kq7Wm2Xv${text}`);
  fc.assert(
    fc.property(ofAny, unsendable, (key, character) => {
      expect(apiKey.parse(key)).toBe(key);
      expect(refusal(() => apiKey.parse(`${key}${character}${key}`))).toMatch(
        new RegExp(`character ${key.length + 1} of the API key is U\\+[0-9A-F]{4}`),
      );
    }),
  );
});

test('a base URL is any web address without query and fragment, and is read the same again', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
      const read = baseUrl.parse(url);
      expect(read).not.toMatch(/\/$/);
      expect(baseUrl.parse(read)).toBe(read);
      expect(new URL(read).origin).toBe(new URL(url).origin);
    }),
  );
});

test('any other text is refused in one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!/^\d+(ms|s|m|h)$/.test(text) && !URL.canParse(text));
      refusal(() => duration().parse(text));
      refusal(() => baseUrl.parse(text));
      refusal(() => baseUrl.parse(`${text}\n`));
    }),
  );
});

test('whole numbers are exact', () => {
  const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(id, fc.integer({ min: 0, max: largestSeed }), (category, whole) => {
      expect(categoryId.parse(String(category))).toBe(category);
      expect(wholeNumber('N', 0, largestSeed).parse(String(whole))).toBe(whole);
    }),
    { examples: [[2n ** 53n + 1n, largestSeed]] },
  );
});

const catalogue: readonly string[] = requirements.map(({ id }) => id);

test('every choice is in order, without doubles, and holds exactly what a glob matches', () => {
  const glob = fc.tuple(fc.constantFrom(...catalogue), fc.nat(), fc.nat()).map(([id, from, length]) => {
    const start = from % id.length;
    return `${id.slice(0, start)}*${id.slice(start + (length % id.length))}`;
  });
  fc.assert(
    fc.property(fc.array(glob, { minLength: 1, maxLength: 4 }), (globs) => {
      const chosen = selectRequirements(catalogue, globs.map(given), []);
      expect(chosen).toEqual(catalogue.filter((id) => globs.some((text) => globPattern(text).test(id))));
    }),
  );
});

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

// An option that is not repeated is lost; each of these concerns one run, or has another form.
test('every option of a run or a load is repeated but these', () => {
  const lost = (options: Options) =>
    Object.entries(options).flatMap(([name, { repeated: purpose }]) => (purpose === 'never' ? [name] : []));
  const once = ['api-key', 'seed', 'report-dir', 'output'];
  expect(lost(runDeclaration.options).toSorted()).toEqual([...once, 'print-waivers', 'dry-run'].toSorted());
  expect(lost(loadDeclaration.options).toSorted()).toEqual([...once, 'shard', 'start-at', 'out'].toSorted());
});
