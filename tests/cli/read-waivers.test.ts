import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readWaiverText } from '../../src/cli/configuration/read-waivers.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { waiverEntry } from '../../src/waivers/waiver-cover.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';
import { refusal } from './given.ts';

const schema: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../schemas/waivers.schema.json', import.meta.url), 'utf8'),
);
const isDay = (text: string) =>
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(text).toISOString().startsWith(text);
const validate = new Ajv2020({ strictTypes: false, formats: { date: isDay } }).compile(schema);

const yaml = (text: string) => readWaiverText(text, 'waivers.yaml');
const whole = ['requirement: list/safe', 'reason: it counts readers', 'expires: 2026-12-31'];

describe('a waivers file', () => {
  test('is YAML', () => {
    const text = `# what we know of
waivers:
  - requirement: list/safe
    reason: >-
      The old store
      counts its readers.
    expires: 2026-12-31

  - requirement: 'errors/body-shape'
    operation: getPet
    target: https://staging.example.com/v1/
    reason: "the proxy answers for it: #42"
    owner: store team
    link: https://tracker.example.com/42
    expires: 2027-02-28
`;
    expect(yaml(text)).toEqual([
      {
        requirement: 'list/safe',
        operation: null,
        target: null,
        reason: 'The old store counts its readers.',
        owner: null,
        link: null,
        expires: '2026-12-31',
        source: 'waivers.yaml, line 3',
      },
      {
        requirement: 'errors/body-shape',
        operation: 'getPet',
        target: 'https://staging.example.com/v1',
        reason: 'the proxy answers for it: #42',
        owner: 'store team',
        link: 'https://tracker.example.com/42',
        expires: '2027-02-28',
        source: 'waivers.yaml, line 9',
      },
    ]);
  });

  test('is JSON, indented as anybody likes', () => {
    const content = {
      $schema: 'x',
      waivers: [{ requirement: 'list/safe', reason: 'known', expires: '2026-12-31' }],
    };
    for (const indent of [undefined, 2, '\t']) {
      const text = JSON.stringify(content, null, indent);
      expect(readWaiverText(text, 'w.json')).toMatchObject([{ requirement: 'list/safe' }]);
    }
  });

  test.each(['waivers: []', 'waivers:', '{"waivers":[]}'])('may have no entry left: %s', (text) => {
    expect(yaml(text)).toEqual([]);
  });

  test('is refused in one line, whatever it contains', () => {
    const line = fc.oneof(
      fc.constantFrom(...whole, 'waivers:', '- ', '&a', '*a', '? ', '---', '%TAG', '<<: *a'),
      fc.string({ unit: 'binary' }),
    );
    const text = fc
      .array(fc.tuple(fc.constantFrom('', '  ', '  - ', '    ', '\t'), line))
      .map((lines) => lines.map((parts) => parts.join('')).join('\n'));
    fc.assert(
      fc.property(fc.oneof(text, fc.json()), fc.constantFrom('yaml', 'json'), (content, format) => {
        try {
          readWaiverText(content, `w.${format}`);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect(error instanceof Error ? error.message : '').not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

describe('the published schema', () => {
  const value = (good: readonly string[], bad: readonly unknown[]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<unknown>(...good) },
      { weight: 1, arbitrary: fc.constantFrom(...bad) },
    );
  const anyEntry = fc.record(
    {
      requirement: value(['list/safe', 'errors/body-shape'], ['List/Safe', 5, '']),
      operation: value(['getPet', 'listPets'], ['getPets', null]),
      target: value(['http://localhost:8080/v1', 'https://*'], ['', 7]),
      reason: value(['known', 'the proxy #42'], ['', '…', null, {}]),
      owner: value(['store team'], ['', ' ', ['a']]),
      link: value(['https://tracker.example.com/42'], ['PET-42', 1]),
      expires: value(['2026-12-31', '2027-01-01'], ['2026-02-30', '31.12.2026', 20261231]),
      note: fc.constant('x'),
    },
    { requiredKeys: ['requirement', 'reason'] },
  );

  test('and the reader say the same of a file', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyEntry, { maxLength: 1 }), (waivers) => {
        const text = JSON.stringify({ waivers });
        const valid = validate({ waivers });
        if (valid) {
          expect(readWaiverText(text, 'w.json')).toHaveLength(waivers.length);
        } else {
          refusal(() => readWaiverText(text, 'w.json'));
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  test('names the operations and ids that there are', () => {
    const ids = requirements.filter(({ level }) => level !== 'OBSERVE').map(({ id }) => id);
    expect(
      validate({
        waivers: ids.map((requirement) => ({ requirement, reason: 'known', expires: '2026-12-31' })),
      }),
    ).toBe(true);
  });
});

test('an entry that is offered says what it should, and is refused until its reason is filled in', () => {
  const ids = requirements.filter(({ level }) => level !== 'OBSERVE').map(({ id }) => id);
  const offered = fc.record({
    requirement: fc.constantFrom(...ids),
    operation: fc.constantFrom(null, 'listPets', 'createPet', 'getPet'),
    target: fc.option(fc.webUrl({ withQueryParameters: false, withFragments: false })),
    expires: fc.constantFrom('2026-12-31', '2027-01-01'),
  });
  fc.assert(
    fc.property(offered, (facts) => {
      const text = `waivers:\n${waiverEntry(facts)}\n`;
      const target = facts.target === null ? {} : { target: facts.target };
      const operation = facts.operation === null ? {} : { operation: facts.operation };
      expect(parse(text)).toEqual({
        waivers: [
          { requirement: facts.requirement, ...operation, ...target, reason: '', expires: facts.expires },
        ],
      });
      expect(refusal(() => yaml(text))).toContain('waivers[0].reason');
      expect(yaml(text.replace('""', 'because'))).toMatchObject([{ reason: 'because' }]);
    }),
  );
});
