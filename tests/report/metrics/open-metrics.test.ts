import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderOpenMetrics } from '../../../src/report/artifacts/open-metrics.ts';
import { visibleText } from '../../../src/report/words.ts';
import { propertyRuns } from '../../property-runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waiver } from '../../waivers/made-up-waiver.ts';
import { arbitraryReport } from '../arbitrary-run.ts';
import { hostileText } from '../hostile-text.ts';
import { exchange, exchanged, faultless, found, madeReport } from '../made-up-run.ts';
import { missingPromtool, promtool } from './promtool.ts';
import { samplesOf } from './samples-of.ts';

const folder = temporaryFolder();

const unanswered = { response: null, failure: { code: 'reset', detail: 'closed' } } as const;
const report = madeReport(
  [
    ...faultless(),
    exchanged(exchange(200, 'list/limit-bounds-count', { sentAtMs: 1_000, finishedAtMs: 1_040 })),
    exchanged(exchange(201, 'list/limit-bounds-count', unanswered)),
    found('list/limit-bounds-count', 200),
    found('list/unique-ids', 200),
    found('auth/challenge', 200),
  ],
  { waivers: [waiver({ requirement: 'list/unique-ids' })] },
);

describe('metrics.prom', () => {
  test('has the metrics of a run', async () => {
    await expect(renderOpenMetrics(report)).toMatchFileSnapshot('../__snapshots__/metrics.prom');
  });

  test('has label values as they were, with invisible characters made visible', () => {
    fc.assert(
      fc.property(hostileText, (baseUrl) => {
        const made = renderOpenMetrics({ ...report, target: { ...report.target, baseUrl } });
        const info = samplesOf(made).find(({ name }) => name === 'animal_store_build_info');
        expect(info?.labels['base_url']).toBe(visibleText(baseUrl));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  describe.skipIf(missingPromtool)('read by Prometheus', () => {
    test('promtool check metrics finds nothing wrong', () => {
      // It reads the older format, in which the metadata of a counter have its whole name.
      const older = renderOpenMetrics(report).replaceAll(
        /^(# \w+ animal_store_(?:requests|findings))(?= )/gm,
        '$1_total',
      );
      const { status, stderr } = promtool(['check', 'metrics'], older);
      expect([status, stderr]).toEqual([0, '']);
    });

    test('its parser of OpenMetrics reads every sample, whatever the service sent', () => {
      const reports = fc.sample(arbitraryReport, { seed: 7, numRuns: propertyRuns(10) });
      for (const [index, text] of [report, ...reports].map(renderOpenMetrics).entries()) {
        const dump = imported(text, String(index));
        expect(dump.trim().split('\n').length).toBe(samplesOf(text).length);
      }
    });
  });
});

/** The samples of a text that a database of Prometheus imported. Without timestamps it imports nothing. */
function imported(text: string, name: string): string {
  const blocks = join(folder, name);
  const dated = text.replaceAll(/^(?!#).+$/gm, '$& 1767261601');
  writeFileSync(`${blocks}.prom`, dated);
  const read = promtool(['tsdb', 'create-blocks-from', 'openmetrics', `${blocks}.prom`, blocks]);
  expect([read.status, read.stderr]).toEqual([0, '']);
  mkdirSync(join(blocks, 'wal'));
  return promtool(['tsdb', 'dump', blocks]).stdout;
}
