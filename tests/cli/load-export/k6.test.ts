import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { testRunManifest } from '../../../src/cli/load-export/k6.ts';
import { exportedScript } from '../../load/k6/exported.ts';
import { FakeService } from '../../load/k6/fake-service.ts';
import { runScript } from '../../load/k6/run-script.ts';
import { propertyRuns } from '../../property-runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { carriedOut } from '../carried-out.ts';

const folder = temporaryFolder();

const schema = JSON.parse(readFileSync(new URL('test-run.schema.json', import.meta.url), 'utf8'));
const isTestRun = new Ajv2020().compile(schema);

function loadExport(...args: readonly string[]) {
  return carriedOut(['load', 'export', 'k6', ...args], { folder });
}

/** The literal at the head of a script. */
function literalOf(script: string) {
  const [, json = ''] = /const animalStoreLoad = (\{[\s\S]*?\n\});\n/.exec(script) ?? [];
  return JSON.parse(json);
}

function objectsIn(manifest: string) {
  return parseAllDocuments(manifest).map((document) => document.toJS());
}

describe('a manifest for the k6-operator', () => {
  test('has the fields that the TestRun of the operator has, and the script in a ConfigMap', () => {
    const script = exportedScript();
    const settings = { parallelism: 4, secret: 'animal-store-key', image: 'grafana/k6:1.8.1' };
    const [configMap, testRun, ...others] = objectsIn(testRunManifest(script, settings));
    expect([isTestRun(testRun), isTestRun.errors]).toEqual([true, null]);
    expect(others).toEqual([]);
    expect(configMap.data).toEqual({ [testRun.spec.script.configMap.file]: script });
    expect(configMap.metadata.name).toBe(testRun.spec.script.configMap.name);
    expect(Buffer.byteLength(script)).toBeLessThan(1_048_576);
    expect(testRun.spec.parallelism).toBe(4);
    expect(testRun.spec.runner.env).toEqual([
      {
        name: 'ANIMAL_STORE_API_KEY',
        valueFrom: { secretKeyRef: { name: 'animal-store-key', key: 'api-key' } },
      },
    ]);
    const [, plain] = objectsIn(testRunManifest(script, { ...settings, image: null }));
    expect([isTestRun(plain), Object.hasOwn(plain.spec.runner, 'image')]).toEqual([true, false]);
  });
});

describe('the plan of a load for k6', () => {
  test.each([
    [{ rate: 50 }, { executor: 'constant-arrival-rate', rate: 50, timeUnit: '1s', maxVUs: 100 }],
    [{ rate: 0.5 }, { executor: 'constant-arrival-rate', rate: 500, timeUnit: '1000s' }],
    [
      { rate: 50, rampMs: 2_000, warmupMs: 1_000 },
      {
        executor: 'ramping-arrival-rate',
        startRate: 0,
        stages: [
          { target: 50, duration: '2000ms' },
          { target: 50, duration: '6000ms' },
        ],
      },
    ],
    [{ rate: null }, { executor: 'constant-vus', vus: 100, duration: '5000ms' }],
    [
      { rate: null, rampMs: 1_000 },
      { executor: 'ramping-vus', startVUs: 1 },
    ],
  ])('%j', (load, scenario) => {
    expect(literalOf(exportedScript(load)).traffic.scenario).toMatchObject(scenario);
  });

  test('has a threshold for each objective but that of a rate', () => {
    const objectives = ['p99<250ms', 'p50<=10ms', 'get.p99.9<1s', 'errors<0.1%', 'mean<20ms', 'rate>=99/s'];
    expect(literalOf(exportedScript({ objectives })).traffic.thresholds).toEqual({
      animal_store_latency: ['p(99)<250', 'p(50)<=10', 'avg<20'],
      'animal_store_latency{operation:getPet}': ['p(99.9)<1000'],
      animal_store_errors: ['rate<0.001'],
    });
  });

  test('text of the user stays in one literal of ASCII', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const command = `${text}";*/\u2028</script>\n\`\${process.exit()}`;
        const script = exportedScript({ command });
        expect(literalOf(script).command).toBe(command);
        expect(/^[\n\x20-\x7e]*$/.test(script)).toBe(true);
      }),
      { numRuns: propertyRuns(50) },
    );
    const service = new FakeService();
    const { data } = await runScript(exportedScript({ command: '`${1}"\\\n' }), {
      respond: (request) => service.respond(request),
      iterations: [],
    });
    expect(data.problem).toBeNull();
  });
});

test('the command writes a script or a manifest, and neither has a key', async () => {
  const key = 'a-key-that-is-a-secret-5d0c';
  const args = ['load', 'export', 'k6', 'http://localhost:8080/v1', '--rate', '20', '--sample', '2.5%'];
  const environment = { ANIMAL_STORE_API_KEY: key };
  const script = await carriedOut(args, { folder, environment });
  const manifest = await carriedOut([...args, '--shards', '3'], { folder, environment });
  expect([script.status, manifest.status]).toEqual([0, 0]);
  expect(script.output + manifest.output).not.toContain(key);
  expect(literalOf(script.output)).toMatchObject({ sample: { share: 0.025, perSecond: 200 } });
  const [configMap, testRun] = objectsIn(manifest.output);
  expect([isTestRun(testRun), testRun.spec.parallelism]).toEqual([true, 3]);
  expect(literalOf(configMap.data['load.js']).command).toContain('--sample 2.5% --shards 3');
});

test('the command merges the logs of k6, and refuses a log that is cut off', {
  timeout: 30_000,
}, async () => {
  const { output } = await loadExport(
    'http://localhost:8080/v1',
    '--rate',
    '20',
    '--duration',
    '1s',
    '--sample',
    '100%',
  );
  const service = new FakeService();
  const { lines } = await runScript(output, {
    respond: (request) => service.respond(request),
    iterations: Array.from({ length: 20 }, (_, iteration) => iteration),
  });
  writeFileSync(join(folder, 'k6.log'), `${lines.join('\n')}\n`);
  const merged = await carriedOut(['load', 'merge', 'k6.log', '--report-dir', 'report'], { folder });
  expect(merged.messages + merged.output).toMatch(
    /^Sample: 100 % of the requests \(20 of 20\) were judged\./m,
  );
  const page = readFileSync(join(folder, 'report', 'index.html'), 'utf8');
  expect(page).toContain('Sample: 100 % of the requests (20 of 20) were judged.');
  expect(JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8')).load.sample.judged).toBe(20);
  writeFileSync(join(folder, 'cut.log'), lines.join('\n').slice(0, -2_000));
  const cut = await carriedOut(['load', 'merge', 'cut.log', '--report-dir', 'report'], { folder });
  expect([cut.status, cut.messages.trim().split('\n').length]).toEqual([2, 1]);
});
