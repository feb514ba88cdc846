import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Placed, parsePlacedDocument } from '../../src/cli/placed-document.ts';
import { DocumentError } from '../../src/cli/placed-value.ts';
import { propertyRuns } from '../property-runs.ts';

/** What stands in a document, and where: names as `name`, the rest as its value. */
interface Standing {
  readonly path: string;
  readonly what: unknown;
  readonly line: number;
  readonly column: number;
}

function standings(value: Placed, path = ''): Standing[] {
  const at = (what: unknown, place: Placed['place']): Standing => ({
    path,
    what,
    line: place?.line ?? 0,
    column: place?.column ?? 0,
  });
  const own = (what: unknown): Standing => at(what, value.place);
  if (value.kind === 'list') {
    return [own('list'), ...value.items.flatMap((item, index) => standings(item, `${path}[${index}]`))];
  }
  if (value.kind === 'object') {
    return [
      own('object'),
      ...value.members.flatMap((member) => [
        at(`name ${member.name}`, member.place),
        ...standings(member.value, `${path}.${member.name}`),
      ]),
    ];
  }
  return [own(typeof value.value === 'number' ? value.source : value.value)];
}

/** Writes JSON with white space of any kind between its tokens, and notes what stands where. */
class Writer {
  text = '';
  readonly standings: Standing[] = [];
  readonly #spaces: readonly string[];
  #next = 0;

  constructor(spaces: readonly string[]) {
    this.#spaces = spaces;
  }

  write(value: unknown, path = ''): void {
    if (Array.isArray(value)) {
      this.#begin(path, 'list', '[');
      for (const [index, item] of value.entries()) {
        this.#separate(index);
        this.write(item, `${path}[${index}]`);
      }
      this.#token(']');
    } else if (typeof value === 'object' && value !== null) {
      this.#begin(path, 'object', '{');
      for (const [index, [name, member]] of Object.entries(value).entries()) {
        this.#separate(index);
        this.#begin(path, `name ${name}`, JSON.stringify(name));
        this.#token(':');
        this.write(member, `${path}.${name}`);
      }
      this.#token('}');
    } else {
      const written = JSON.stringify(value);
      this.#begin(path, typeof value === 'number' ? written : value, written);
    }
    this.#space();
  }

  #begin(path: string, what: unknown, token: string): void {
    this.#space();
    const lines = this.text.split('\n');
    this.standings.push({ path, what, line: lines.length, column: (lines.at(-1) ?? '').length + 1 });
    this.text += token;
  }

  #separate(index: number): void {
    if (index > 0) {
      this.#token(',');
    }
  }

  #token(token: string): void {
    this.#space();
    this.text += token;
  }

  #space(): void {
    this.text += this.#spaces[this.#next++ % this.#spaces.length] ?? '';
  }
}

const leaf = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 6 }), tie('tree'), { maxKeys: 4 }),
  ),
}));
const spaces = fc.array(fc.constantFrom('', '', ' ', '  ', '\n', '\r\n', '\t', '\r', '\n\n  '), {
  minLength: 1,
  maxLength: 9,
});

describe('the place of everything that is written', () => {
  test('is known in JSON, with any white space between tokens', () => {
    fc.assert(
      fc.property(tree, spaces, (value, between) => {
        const writer = new Writer(between);
        writer.write(value);
        expect(standings(parsePlacedDocument(writer.text, 'json'))).toEqual(writer.standings);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test('is known in YAML: each text, number and name is at its reported place', () => {
    const style = fc.record({
      indent: fc.integer({ min: 1, max: 6 }),
      collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_SINGLE' as const, 'QUOTE_DOUBLE' as const),
    });
    const word = fc.stringMatching(/^[a-zA-Z][a-z]{0,8}$/);
    const settings = fc.dictionary(word, fc.oneof(word, fc.nat(), fc.dictionary(word, word), fc.array(word)));
    fc.assert(
      fc.property(settings, style, fc.nat(3), (value, options, blankLines) => {
        const text = `${'# first\n'.repeat(blankLines)}${stringify(value, options)}`;
        const lines = text.split('\n');
        for (const { what, line, column } of standings(parsePlacedDocument(text, 'yaml'))) {
          if (what !== 'list' && what !== 'object') {
            const there = lines[line - 1]?.slice(column - 1) ?? '';
            const written = String(what).replace(/^name /, '');
            expect([written, `'${written}'`, `"${written}"`].some((one) => there.startsWith(one))).toBe(true);
          }
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('is reported for invalid JSON, without its content', () => {
    const broken = fc
      .tuple(tree, spaces, fc.nat(), fc.constantFrom('§', '}', ']', ',,', '"'))
      .map(([value, between, where, wrong]) => {
        const writer = new Writer(between);
        writer.write(value);
        const at = where % (writer.text.length + 1);
        return writer.text.slice(0, at) + wrong + writer.text.slice(at);
      })
      .filter((text) => !isJson(text));
    fc.assert(
      fc.property(broken, (text) => {
        const error = errorOf(text);
        expect(error.message).toMatch(/^(?:this is not valid JSON; fix it there|duplicate key.*)$/);
        const lines = text.split('\n');
        const { line, column } = error.place ?? { line: 0, column: 0 };
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThan(0);
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function errorOf(text: string): DocumentError {
  try {
    parsePlacedDocument(text, 'json');
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentError);
    if (error instanceof DocumentError) {
      return error;
    }
  }
  throw new Error(`read without an error: ${text}`);
}
