import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfigFile } from '../../../src/cli/config-file.ts';
import { type ConfigAnswers, configFormats, serviceKinds } from '../../../src/cli/init/config-answers.ts';
import { configSource } from '../../../src/cli/init/config-source.ts';
import type { OptionName } from '../../../src/cli/options/table.ts';
import { parseBaseUrl } from '../../../src/cli/parse/base-url.ts';
import { plans } from '../../../src/cli/parse/plan-limit.ts';
import { propertyRuns } from '../../property-runs.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-source-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const answers: fc.Arbitrary<ConfigAnswers> = fc.record({
  baseUrl: fc
    .webUrl({ validSchemes: ['http', 'https'], withQueryParameters: false, withFragments: false })
    .map((text) => parseBaseUrl({ value: text, label: '' })),
  keyVariable: fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,20}$/),
  plan: fc.constantFrom(null, ...plans),
  kind: fc.constantFrom(...serviceKinds),
  format: fc.constantFrom(...configFormats),
});

test('what is written says what was answered, in every format', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(answers, fc.constantFrom(null, './config.schema.json'), async (given, schema) => {
      const name = `${count++}.${given.format}`;
      writeFileSync(join(folder, name), configSource(given, schema));
      const file = await readConfigFile(name, folder);
      expect([...(file?.targets.keys() ?? [])]).toEqual([given.kind]);
      const settings = file?.targets.get(given.kind);
      const textOf = (option: OptionName) => {
        const setting = settings?.get(option);
        return setting?.kind === 'values' ? setting.values.map(({ value }) => value) : undefined;
      };
      expect(textOf('base-url')).toEqual([given.baseUrl]);
      expect(settings?.get('api-key')).toMatchObject({
        references: [{ kind: 'variable', name: given.keyVariable }],
      });
      expect(textOf('plan')).toEqual(given.plan === null ? undefined : [given.plan]);
      expect(textOf('effort')).toEqual([given.kind === 'production' ? 'smoke' : 'normal']);
      expect(textOf('read-only')).toEqual(given.kind === 'production' ? ['true'] : undefined);
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('editors find the schema by what is written', () => {
  const given = { baseUrl: 'http://h/v1', keyVariable: 'K', plan: null, kind: 'local' } as const;
  expect(configSource({ ...given, format: 'yaml' }, './s.json')).toMatch(
    /^# yaml-language-server: \$schema=\.\/s\.json\ntargets:\n {2}local:\n {4}baseUrl: http:\/\/h\/v1\n/,
  );
  expect(configSource({ ...given, format: 'json' }, './s.json')).toMatch(
    /^\{\n {2}"\$schema": ".\/s.json",\n/,
  );
  expect(configSource({ ...given, format: 'js' }, './s.json')).toMatch(
    /^\/\*\* @type \{import\('animal-store-conformance'\)\.ConformanceConfig\} \*\/\nexport default \{\n/,
  );
  expect(configSource({ ...given, format: 'ts' }, './s.json')).toMatch(
    /^import \{ defineConfig \} from 'animal-store-conformance';\n\nexport default defineConfig\(\{\n/,
  );
});
