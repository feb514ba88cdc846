import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quietProgress } from '../../src/cli/progress/live-lines.ts';
import { type OutputMode, runOutput } from '../../src/cli/report-files/present-report.ts';
import type { Screen } from '../../src/cli/screen.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { exchange, exchanged } from '../report/made-up-run.ts';
import { carriedOut } from './carried-out.ts';
import { programOn, recordingScreen } from './recording-screen.ts';
import { folder, inOwnFolders, startService } from './run-service.ts';

inOwnFolders();

const key = 'ask_live_8f3aB7cQ9xYz2LmN';

function outputOf(mode: OutputMode) {
  const output = recordingScreen(false);
  const messages = recordingScreen(true);
  const redactor = new Redactor([{ value: key, shownAs: '$KEY' }]);
  let canRedraw = false;
  const show = (screen: Screen, redraw: boolean) => {
    canRedraw = redraw;
    return quietProgress(screen);
  };
  const shown = runOutput(mode, redactor, show, programOn(output, messages));
  return { ...shown, redraw: canRedraw, output: output.written, messages: messages.written };
}

describe('the output', () => {
  test('lets progress be drawn again only where nothing is written in between', () => {
    const modes = ['normal', 'quiet', 'json'] as const;
    expect(modes.map((mode) => outputOf(mode).redraw)).toEqual([true, false, true]);
  });

  test('masks a key that an event still contains', () => {
    const made = exchange(3, 'list/safe');
    const holding = exchanged({ ...made, request: { ...made.request, target: `/pets?key=${key}` } });
    const json = outputOf('json');
    json.progress.see(holding);
    expect(JSON.parse(json.output.join(''))).toMatchObject({
      type: 'exchange',
      exchange: { number: 3, request: { target: '/pets?key=$KEY' } },
    });
  });

  test('says in the result what there is where no report could be made', () => {
    const { end, output } = outputOf('json');
    end(null, '/out', 3);
    const result = { type: 'result', exitStatus: 3, verdict: 'none', counts: null, reportDir: null };
    expect(output.map((line): unknown => JSON.parse(line))).toEqual([result]);
  });
});

test('--output json writes the events of the journal and the result, quiet the verdict and the place', async () => {
  const service = await startService();
  const run = (place: string, ...options: string[]) =>
    carriedOut(
      [
        'run',
        service.baseUrl,
        '--report-dir',
        place,
        '--only',
        'list/limit-accepted',
        '--effort',
        'smoke',
        ...options,
      ],
      { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
    );
  const [json, quiet] = await Promise.all([run('json', '--output=json'), run('quiet', '--output=quiet')]);

  expect(json.status, json.messages).toBe(0);
  const lines = json.output.trimEnd().split('\n');
  expect(lines.slice(0, -1)).toEqual(
    readFileSync(join(folder, 'json', 'journal.ndjson'), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    type: 'result',
    exitStatus: 0,
    verdict: 'conformant',
    counts: { MUST: { passed: 1, failed: 0 } },
    reportDir: expect.stringMatching(/[/]json$/),
  });
  expect(json.messages).toMatch(
    /^No violation in what was selected: 1 of 1 selected MUST requirement holds [\s\S]*\nReport: json[/]index.html\n$/m,
  );

  expect(quiet.messages).toBe('');
  expect(quiet.output).toMatch(
    /^No violation in what was selected: 1 of 1 selected MUST requirement holds [^:]*\.\nReport: quiet[/]index.html\n$/,
  );
});

test('docs/embed.md tells of every type of event', () => {
  const source = readFileSync(new URL('../../src/verdict/run-event.ts', import.meta.url), 'utf8');
  const documented = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const types = [...source.matchAll(/readonly type: '([a-z-]+)'/g)].map(([, type]) => type);
  expect(types).toContain('run-finished');
  for (const type of [...types, 'measuring', 'load-tick', 'result']) {
    expect(documented).toContain(`\n| \`${type}\` |`);
  }
});
