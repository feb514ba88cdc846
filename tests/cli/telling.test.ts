import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Invocation } from '../../src/cli/option-table.ts';
import type { Program } from '../../src/cli/program.ts';
import { Settings } from '../../src/cli/settings.ts';
import { readTelling, startTelling, type TellingKind } from '../../src/cli/telling.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { exchange, exchanged, runFinished } from '../report/made-up-run.ts';
import { runCommand } from './command.ts';
import { refusal } from './given.ts';
import { recordingScreen } from './recording-screen.ts';
import { folder, startService } from './run-service.ts';

const key = 'ask_live_8f3aB7cQ9xYz2LmN';

function settings(onCommandLine: readonly string[], inFile: readonly string[] = []): Settings {
  const invocation: Invocation = {
    command: 'run',
    positional: undefined,
    others: [],
    options: new Map(onCommandLine.map((name) => [name, ['true']])),
  };
  const values = (name: string) => ({ kind: 'values', values: [{ text: 'true', label: name }] }) as const;
  return new Settings(
    invocation,
    {},
    { name: null, settings: new Map(inFile.map((name) => [name, values(name)])) },
  );
}

function telling(kind: TellingKind) {
  const output = recordingScreen(false);
  const messages = recordingScreen(true);
  const program: Program = {
    output,
    messages,
    environment: {},
    currentFolder: '/',
    crash: { folder: null, secrets: new Set() },
    exit: () => {
      throw new Error('ended');
    },
  };
  const told = startTelling(
    kind,
    'http://127.0.0.1:8080/v1',
    new Redactor([{ value: key, shownAs: '$KEY' }]),
    program,
  );
  return { ...told, output: output.written, messages: messages.written };
}

describe('how much is told', () => {
  test('is one of four, and the command line goes before the file', () => {
    expect(readTelling(settings([]))).toBe('ordinary');
    expect(readTelling(settings(['verbose']))).toBe('verbose');
    expect(readTelling(settings([], ['quiet']))).toBe('quiet');
    expect(readTelling(settings(['json'], ['quiet']))).toBe('json');
  });

  test('is refused where two exclude each other', () => {
    expect(refusal(() => readTelling(settings(['json', 'quiet'])))).toBe(
      '--quiet and --json exclude each other: give one of them',
    );
    expect(refusal(() => readTelling(settings([], ['verbose', 'json'])))).toContain('--verbose and --json');
  });
});

describe('telling', () => {
  test('lets progress be drawn again only where nothing is written in between', () => {
    const kinds = ['ordinary', 'quiet', 'verbose', 'json'] as const;
    expect(kinds.map((kind) => telling(kind).redraw)).toEqual([true, false, false, true]);
  });

  test('verbosely shows each exchange, and ordinarily none', () => {
    const { see, output, messages } = telling('verbose');
    see(exchanged(exchange(1, 'list/safe')));
    see(runFinished());
    expect(output).toEqual([]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('> GET /v1/pets?limit=5 HTTP/1.1\n');
    const ordinary = telling('ordinary');
    ordinary.see(exchanged(exchange(1, 'list/safe')));
    expect(ordinary.messages).toEqual([]);
  });

  test('masks a key that is held all the same', () => {
    const made = exchange(3, 'list/safe');
    const holding = exchanged({ ...made, request: { ...made.request, target: `/pets?key=${key}` } });
    const verbose = telling('verbose');
    verbose.see(holding);
    expect(verbose.messages.join('')).toContain('> GET /v1/pets?key=$KEY HTTP/1.1\n');
    const json = telling('json');
    json.see(holding);
    expect(JSON.parse(json.output.join(''))).toMatchObject({
      type: 'exchange',
      exchange: { number: 3, request: { target: '/pets?key=$KEY' } },
    });
  });

  test('says in the result what there is where no report could be made', () => {
    const { end, output } = telling('json');
    end(null, '/out', 3);
    const result = { type: 'result', exitStatus: 3, verdict: 'none', counts: null, reportDir: null };
    expect(output.map((line): unknown => JSON.parse(line))).toEqual([result]);
  });
});

test('--json writes the events of the journal and the result, --quiet the verdict and the place', async () => {
  const service = await startService();
  const run = (place: string, ...options: string[]) =>
    runCommand(
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
  const [json, quiet] = await Promise.all([run('json', '--json'), run('quiet', '--quiet')]);

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
    /^1 of 1 selected MUST requirement holds [\s\S]*\nReport: json[/]index.html\n$/m,
  );

  expect(quiet.messages).toBe('');
  expect(quiet.output).toMatch(
    /^1 of 1 selected MUST requirement holds [^:]*\.\nReport: quiet[/]index.html\n$/,
  );
});

test('docs/events.md tells of every type of event', () => {
  const source = readFileSync(new URL('../../src/verdict/run-event.ts', import.meta.url), 'utf8');
  const documented = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
  const types = [...source.matchAll(/readonly type: '([a-z-]+)'/g)].map(([, type]) => type);
  expect(types).toContain('run-finished');
  for (const type of [...types, 'measuring', 'load-tick', 'result']) {
    expect(documented).toContain(`\n| \`${type}\` |`);
  }
});
