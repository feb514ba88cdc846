import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserEntry, harText, recordedKey } from '../recorded/har-text.ts';
import { exchange, exchanged, faultless, runFinished, runStarted } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const judge = (...args: string[]) => carriedOut(['judge', ...args], { folder });

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

  test('the key that is passed is masked wherever a recording has it', async () => {
    const key = 'kQ7zR2mWx9LpVt4c';
    const list = exchange(1, 'x');
    const target = `/pets?limit=1&api_key=${key}`;
    const response =
      list.response === null ? null : { ...list.response, body: `[{"id":1,"name":"${key}","categoryId":1}]` };
    const entry = browserEntry({ ...list, request: { ...list.request, target }, response });
    writeFileSync(join(folder, 'shop.har'), harText([entry]));
    const { output, messages } = await judge('shop.har', '--api-key', key, '--report-dir', 'out');
    expect(output + messages).not.toContain(key);
    for (const name of readdirSync(join(folder, 'out'))) {
      expect(readFileSync(join(folder, 'out', name), 'utf8'), name).not.toContain(key);
    }
  });

  test('the journal of a run is judged once more', async () => {
    const events = [
      runStarted(),
      ...faultless(['list/safe']),
      exchanged(exchange(9, 'list/safe')),
      runFinished(),
    ];
    mkdirSync(join(folder, 'earlier'));
    writeFileSync(
      join(folder, 'earlier', 'journal.ndjson'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
    const { status, output, messages } = await judge('earlier', '--report-dir', 'out');
    expect(status, output + messages).toBe(0);
    expect(output).toContain('2 requests recorded over');
  });

  test.each([
    ['UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 with the high byte first', (text: string) => Buffer.from(text, 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ])(
    'a HAR in %s is read, and what it does not hold is said in the terminal and the summary',
    async (_coding, encoded) => {
      const [served, keyless] = [browserEntry(exchange(1, 'x')), browserEntry(exchange(2, 'x'))];
      const bare = JSON.stringify(keyless).replace(recordedKey, 'REDACTED');
      writeFileSync(join(folder, 'shop.har'), encoded(harText([served, JSON.parse(bare)])));
      const { status, output, messages } = await judge('shop.har', '--report-dir', 'out');
      expect(status, output + messages).toBe(0);
      expect(output).toContain('2 requests recorded over');
      const said = /Recording: keys were taken out of requests, or replaced by a mask/;
      expect(output.replace(/\s+/g, ' ')).toMatch(said);
      expect(readFileSync(join(folder, 'out', 'summary.md'), 'utf8')).toMatch(said);
    },
  );
});
