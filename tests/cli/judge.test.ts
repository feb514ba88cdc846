import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserEntry, harText, recordedKey } from '../recorded/har-text.ts';
import { exchange, exchanged, faultless, runFinished, runStarted } from '../report/made-up-run.ts';
import { keptCommand } from './kept-command.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'judge-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const judge = (...args: string[]) => keptCommand(['judge', ...args], { folder });

describe('judge', () => {
  test('a HAR gets a verdict and all reports, which contain no key', async () => {
    const list = exchange(1, 'x');
    const request = { ...list.request, target: '/pets?limit=1' };
    const body = '[{"id":1,"name":"Bo","categoryId":1},{"id":2,"name":"Rex","categoryId":1}]';
    const response = list.response === null ? null : { ...list.response, body, bodyBytes: body.length };
    writeFileSync(join(folder, 'shop.har'), harText([browserEntry({ ...list, request, response })]));
    const { status, output, messages } = await judge('shop.har', '--plan', 'free', '--report-dir', 'out');
    expect(status, output + messages).toBe(1);
    expect(output).toContain('list/limit-bounds-count');
    expect(output).toContain('1 request recorded over');
    expect(output).toMatch(/Rerun\s+npx animal-store-conformance judge shop\.har --plan free/);
    for (const name of [
      'index.html',
      'report.json',
      'journal.ndjson',
      'traffic.har',
      'junit.xml',
      'ctrf.json',
    ]) {
      expect(readFileSync(join(folder, 'out', name), 'utf8'), name).not.toContain(recordedKey);
    }
    expect(output + messages).not.toContain(recordedKey);
  });

  test('the journal of a run is judged once more', async () => {
    const events = [
      runStarted(),
      ...faultless(['list/safe']),
      exchanged(exchange(9, 'list/safe')),
      runFinished(),
    ];
    writeFileSync(
      join(folder, 'journal.ndjson'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
    const { status, output, messages } = await judge('journal.ndjson', '--report-dir', 'out');
    expect(status, output + messages).toBe(0);
    expect(output).toContain('2 requests recorded over');
  });

  test.each([
    [['missing.har'], '"missing.har" does not exist'],
    [['shop.har', '--plan', 'enterprise'], '--plan: the interface document has no limits of enterprise'],
    [['cut.har'], '"cut.har" is not JSON: it is truncated; export it again'],
    [['traffic.har', '--report-dir', '.'], '"traffic.har" is in the folder for reports'],
  ])('what can not be judged is one clear line: %j', async (args, message) => {
    const text = harText([browserEntry(exchange(1, 'x'))]);
    writeFileSync(join(folder, 'shop.har'), text);
    writeFileSync(join(folder, 'traffic.har'), text);
    writeFileSync(join(folder, 'cut.har'), text.slice(0, 400));
    const { status, output, messages } = await judge(...args);
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(messages).toMatch(/^animal-store-conformance: [^\n]*\n$/);
    expect(messages).toContain(message);
    expect(readFileSync(join(folder, 'traffic.har'), 'utf8')).toBe(text);
  });
});
