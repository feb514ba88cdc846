import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderJson } from '../../src/report/artifacts/json-artifacts.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { serving } from '../listening.ts';
import { harText } from '../recorded/har-text.ts';
import { allIds, faultless, runFinished, runStarted } from '../report/made-up-run.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';
import { expectTranscript, pemFiles } from './transcript.ts';

/** Every key in the transcript has these characters in it, and no message has them. */
const secret = 'kQ7zR2';
const folder = temporaryFolder();
let requests = 0;

/** Prepares the files that the transcript names, and returns a base URL where nothing may arrive. */
async function prepare(): Promise<string> {
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(500).end();
  });
  const report = reportWith(['list/safe'], { selected: allIds });
  for (const name of ['main', 'empty', 'reports', 'whole']) {
    mkdirSync(join(folder, name));
  }
  symlinkSync('../main', join(folder, 'reports', 'latest'));
  symlinkSync(join('main', 'report.json'), join(folder, 'link.json'));
  symlinkSync('circle', join(folder, 'circle'));
  const lines = [runStarted(), ...faultless(['list/safe']), runFinished()].map((event) =>
    JSON.stringify(event),
  );
  const [start = '', second = ''] = lines;
  const whole = renderJson(report);
  const larger = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const files = {
    ...pemFiles,
    'larger.pem': larger.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    'larger-public.pem': larger.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'public.pem': publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'whole/report.json': whole,
    'whole/journal.ndjson': `${lines.join('\n')}\n`,
    'cut.json': whole.slice(0, -20),
    'newer.json': whole.replace('"schemaVersion": 1', '"schemaVersion": 2'),
    'wrong-type.json': whole.replace(/"requests": \d+/, '"requests": "many"'),
    'wrong-time.json': whole.replace(/"startedAt": "[^"]*"/, '"startedAt": "yesterday"'),
    'late-start.ndjson': `${second}\n${start}`,
    'no-json.ndjson': `${start}\nx\n${second}`,
    'no-json-first.ndjson': `x\n${start}\n${second}`,
    'two-runs.ndjson': `${lines.join('\n')}\n${lines.join('\n')}\n`,
    'main/report.json': whole,
    'nested.json': `{ "a": ${'['.repeat(100_000)}`,
    'nested.yaml': '- '.repeat(100_000),
    'recorded.har': harText([]),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return `http://127.0.0.1:${closeAfterwards(await serving(server)).port}/v1`;
}

test('each command of the transcript is refused in one line, and nothing is sent or written', async () => {
  const baseUrl = await prepare();
  await expectTranscript({
    name: 'usage-errors.txt',
    folder,
    variables: { URL: baseUrl, SOON: new Date(Date.now() + 30_000).toISOString() },
    said: async (args, given, line) => {
      const environment = { ANIMAL_STORE_API_KEY: 'kQ7zR27Wm2Xv9Rt4', ...given };
      const { status, output, messages } = await carriedOut(args, { environment, folder });
      expect({ status, output }, line).toEqual({ status: 2, output: '' });
      expect(messages, line).not.toContain(secret);
      const [, said] =
        /^animal-store-conformance: ([^\n]*[.?])(?: Try animal-store-conformance [a-z -]*--help)?\n$/.exec(
          messages,
        ) ?? [];
      expect(said, `${line}\n${messages}`).toBeDefined();
      return `${said?.replaceAll(baseUrl, '$URL').replaceAll(folder, '$PWD')}\n`;
    },
  });
  expect(requests).toBe(0);
  expect(readdirSync(join(folder, 'reports'))).toEqual(['latest']);
  expect(readdirSync(folder).filter((name) => /marker|journal|out/.test(name))).toEqual([]);
});
