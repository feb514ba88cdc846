import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderJson } from '../../src/report/render-json.ts';
import { requirements } from '../../suites/requirements.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { serving } from '../listening.ts';
import { harText } from '../recorded/har-text.ts';
import { certificateOfAnotherHost, certificateOfLocalhost, privateKey } from '../target/certificates.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

const transcript = join(import.meta.dirname, 'usage-errors.txt');
/** Every key in the transcript has these characters in it, and no message has them. */
const secret = 'kQ7zR2';
const folder = temporaryFolder();
let requests = 0;
let baseUrl = '';

async function prepare(): Promise<void> {
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(500).end();
  });
  baseUrl = `http://127.0.0.1:${closeAfterwards(await serving(server)).port}/v1`;
  const report = reportWith(['list/safe'], { selected: requirements.map(({ id }) => id) });
  for (const name of ['main', 'empty', 'reports']) {
    mkdirSync(join(folder, name));
  }
  symlinkSync('../main', join(folder, 'reports', 'latest'));
  symlinkSync(join('main', 'report.json'), join(folder, 'link.json'));
  symlinkSync('circle', join(folder, 'circle'));
  const files = {
    'main/report.json': renderJson(report),
    'ca.pem': `${certificateOfLocalhost}\n# another\n${certificateOfAnotherHost}`,
    'certificate.pem': certificateOfLocalhost,
    'key.pem': privateKey,
    'both.pem': `${privateKey}${certificateOfLocalhost}`,
    'damaged.pem': certificateOfLocalhost.replace('MIIB', 'AAAA'),
    'damaged-key.pem': privateKey.replace(/\n[^-].*/, '\nAAAA'),
    'protected.pem': privateKey.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'),
    'nested.json': `{ "a": ${'['.repeat(100_000)}`,
    'nested.yaml': '- '.repeat(100_000),
    'recorded.har': harText([]),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
}

const soon = new Date(Date.now() + 30_000).toISOString();

/** The parts of a word: `$'…'` with escapes, `'…'` verbatim, and plain text, with `$URL` and `$SOON`. */
const parts = /\$'((?:\\.|[^'\\])*)'|'([^']*)'|((?:(?!\$')[^\s'])+)/g;

function wordsOf(line: string): string[] {
  return (line.match(/(?:\$'(?:\\.|[^'\\])*'|'[^']*'|[^\s'])+/g) ?? []).map((word) =>
    word.replace(parts, (_, escaped?: string, verbatim?: string, plain?: string) =>
      escaped === undefined
        ? (verbatim ?? plain?.replaceAll('$URL', baseUrl).replaceAll('$SOON', soon) ?? '')
        : JSON.parse(`"${escaped.replaceAll('"', '\\"')}"`),
    ),
  );
}

/** Carries out a line, and returns what it says: nothing of `printf TEXT > FILE`. */
async function saidBy(line: string): Promise<string> {
  const words = wordsOf(line);
  const [command, text = '', , file = ''] = words;
  if (command === 'printf') {
    writeFileSync(join(folder, file), text);
    return '';
  }
  const start = words.findIndex((word) => !/^[A-Z_]+=/i.test(word));
  const given = words
    .slice(0, start === -1 ? words.length : start)
    .map((word) => /^(\w+)=(.*)$/s.exec(word) ?? []);
  const environment = Object.fromEntries([
    ['ANIMAL_STORE_API_KEY', 'kQ7zR27Wm2Xv9Rt4'],
    ...given.map(([, name = '', value = '']) => [name, value]),
  ]);
  const args = start === -1 ? [] : words.slice(start);
  const { status, output, messages } = await carriedOut(args, { environment, folder });
  expect({ status, output }, line).toEqual({ status: 2, output: '' });
  expect(messages, line).not.toContain(secret);
  const [, said] =
    /^animal-store-conformance: ([^\n]*[.?])(?: Try animal-store-conformance [a-z -]*--help)?\n$/.exec(
      messages,
    ) ?? [];
  expect(said, `${line}\n${messages}`).toBeDefined();
  return `${said?.replaceAll(baseUrl, '$URL').replaceAll(folder, '$PWD')}\n`;
}

test('each command of the transcript is refused in one line, and nothing is sent or written', async () => {
  await prepare();
  const made: string[] = [];
  for (const line of readFileSync(transcript, 'utf8').split('\n')) {
    if (/^\$(?: |$)/.test(line)) {
      made.push(`${line}\n${await saidBy(line.slice(2))}`);
    } else if (line.startsWith('#') || line === '') {
      made.push(`${line}\n`);
    }
  }
  await expect(`${made.join('').trimEnd()}\n`).toMatchFileSnapshot(transcript);
  expect(requests).toBe(0);
  expect(readdirSync(join(folder, 'reports'))).toEqual(['latest']);
  expect(readdirSync(folder).filter((name) => /marker|journal|out/.test(name))).toEqual([]);
});
