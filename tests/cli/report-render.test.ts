import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderJson } from '../../src/report/artifacts/json-artifacts.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { foldRun, runFinished, runStarted, undecided } from '../report/made-up-run.ts';
import { hostileReport } from '../report/sample-report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

const artifacts = [
  'animal-store-conformance.marker',
  'badge.json',
  'ctrf.json',
  'gl-code-quality-report.json',
  'index.html',
  'junit.xml',
  'metrics.prom',
  'report.json',
  'summary.md',
  'traffic.har',
];

const events: readonly RunEvent[] = [
  runStarted({ selected: ['auth/missing-key'] }),
  { type: 'check-started', requirement: 'auth/missing-key' },
  undecided('auth/missing-key', 'inconclusive', 'no response'),
  runFinished(),
];

const journal = events.map((event) => `${JSON.stringify(event)}\n`).join('');
const report = renderJson(foldRun(events));

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function render(text: string, ...more: string[]) {
  writeFileSync(join(folder, 'record'), text);
  return carriedOut(['report', 'render', 'record', ...more], { folder });
}

function readReport(): unknown {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
}

describe('report render', () => {
  test('a journal becomes all reports, beside it', async () => {
    const { status, messages } = await render(journal);
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(readdirSync(folder)).toEqual([...artifacts, 'record'].sort());
    expect(readReport()).toEqual(JSON.parse(report));
  });

  test('a report.json becomes the same reports again', async () => {
    const hostile = renderJson(hostileReport());
    expect((await render(hostile, '--report-dir', 'first')).status).toBe(0);
    const again = await carriedOut(['report', 'render', 'first/report.json', '--report-dir', 'again'], {
      folder,
    });
    expect(again.status, again.messages).toBe(0);
    for (const name of artifacts) {
      const [first, second] = ['first', 'again'].map((where) =>
        readFileSync(join(folder, where, name), 'utf8'),
      );
      expect(second, name).toBe(first);
    }
    expect(readFileSync(join(folder, 'again', 'report.json'), 'utf8')).toBe(hostile);
  });

  test('the journal is taken from the folder of a run that was killed', async () => {
    writeFileSync(join(folder, 'journal.ndjson'), journal);
    const { status, messages } = await carriedOut(['report', 'render', '.'], { folder });
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(readReport()).toEqual(JSON.parse(report));
  });

  test('the journal of a run that was killed has a report, even where it breaks off within a line', async () => {
    for (const cut of [journal.indexOf('\n') + 1, journal.length - 5]) {
      expect((await render(journal.slice(0, cut))).status).toBe(0);
      expect(readReport()).toMatchObject({ verdict: 'none', interrupted: expect.stringContaining('killed') });
    }
  });

  test('into another folder', async () => {
    expect((await render(report, '--report-dir', 'new/place')).status).toBe(0);
    expect(readdirSync(join(folder, 'new', 'place'))).toEqual(artifacts);
    expect(readdirSync(folder)).toEqual(['new', 'record']);
  });

  test('where a report alone was sent, beside it; where other files have the names, nowhere', async () => {
    writeFileSync(join(folder, 'report.json'), report);
    const beside = await carriedOut(['report', 'render', 'report.json'], { folder });
    expect(beside.status, beside.messages).toBe(0);
    rmSync(join(folder, 'animal-store-conformance.marker'));
    const refused = await carriedOut(['report', 'render', 'report.json'], { folder });
    expect(refused.status).toBe(2);
    expect(refused.messages).toContain('holds "index.html", which this program would replace');
  });

  test('with style and script beside the page', async () => {
    expect((await render(report, '--html-assets', 'external')).status).toBe(0);
    expect(readdirSync(folder)).toEqual([...artifacts, 'page.css', 'page.js', 'record'].sort());
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(
      '<link rel="stylesheet" href="page.css"/>',
    );
  });
});
