import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { reportOpenDeclaration } from '../../src/cli/commands/report-commands.ts';
import { reportOpenCommand } from '../../src/cli/commands/report-open.ts';
import { openPage, openPageOfFailure } from '../../src/cli/open-page.ts';
import { runCommand } from './command.ts';
import { asyncRefusal } from './given.ts';
import { recordingScreen } from './recording-screen.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function programOn(isTerminal: boolean, environment: Readonly<Record<string, string>> = {}) {
  const messages = recordingScreen(isTerminal);
  const program = {
    output: recordingScreen(isTerminal),
    messages,
    environment,
    currentFolder: folder,
    crash: { folder: null, secrets: new Set<string>() },
    exit: () => {
      throw new Error('nothing here ends the process');
    },
  };
  return { program, messages };
}

/** A launcher that records what it opens. */
function desktop() {
  const opened: string[] = [];
  return {
    opened,
    launch: (_: string, args: readonly string[]) => {
      opened.push(...args);
      return Promise.resolve();
    },
  };
}

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }));

/** Writes a report's page and returns its path. */
function report(path: string): string {
  mkdirSync(join(folder, path), { recursive: true });
  const page = join(folder, path, 'index.html');
  writeFileSync(page, '');
  return page;
}

describe('--open', () => {
  test('opens the page of a failing run in a terminal', async () => {
    const { opened, launch } = desktop();
    await openPageOfFailure(1, '/r/index.html', programOn(true).program, launch);
    expect(opened).toEqual(['/r/index.html']);
  });

  test.each([
    ['a run that does not fail', 0, true, {}],
    ['a run without a verdict', 3, true, {}],
    ['a run outside a terminal', 1, false, {}],
    ['a build', 1, true, { CI: 'true' }],
  ])('opens nothing after %s', async (_, status, isTerminal, environment) => {
    const { opened, launch } = desktop();
    await openPageOfFailure(status, '/r/index.html', programOn(isTerminal, environment).program, launch);
    expect(opened).toEqual([]);
  });

  test.each([
    ['ENOENT', / is not installed; open \/r\/index\.html in a browser\n$/],
    ['EACCES', / could not be started \(EACCES\); open \/r\/index\.html in a browser\n$/],
  ])('says in one line what is missing: %s', async (code, expected) => {
    const { program, messages } = programOn(true);
    await openPage('/r/index.html', program, failing(code));
    expect(messages.written).toHaveLength(1);
    expect(messages.written[0]).toMatch(expected);
  });
});

describe('report open', () => {
  const open = async (...args: string[]) => {
    const { opened, launch } = desktop();
    const status = await reportOpenCommand(
      checkArguments(args, reportOpenDeclaration),
      programOn(true).program,
      launch,
    );
    return { status, opened };
  };

  test('opens the report that reports/latest leads to', async () => {
    report('reports/2030-01-02T00-00-00Z-2');
    symlinkSync('2030-01-02T00-00-00Z-2', join(folder, 'reports', 'latest'));
    expect(await open()).toEqual({ status: 0, opened: [join(folder, 'reports', 'latest', 'index.html')] });
  });

  test('opens the report of a folder that is named', async () => {
    const named = report('elsewhere');
    expect(await open('elsewhere')).toEqual({ status: 0, opened: [named] });
  });

  test('without a report prints one line', async () => {
    expect(await asyncRefusal(open())).toBe('there is no report in reports/latest: name the folder of one');
    expect(await asyncRefusal(open('out'))).toBe('there is no index.html in the folder "out"');
  });

  test('names the last run if none had a verdict', async () => {
    report('reports/2030-01-02T00-00-00Z-2');
    report('reports/2030-01-03T00-00-00Z-1');
    const expected =
      'there is no reports/latest, because no run had a verdict: open the last one with report open reports/2030-01-03T00-00-00Z-1';
    expect(await asyncRefusal(open())).toBe(expected);
    expect(await asyncRefusal(open('reports/latest'))).toBe(expected);
  });

  test('does not fail where no opener is installed', async () => {
    report('out');
    const { status, messages } = await runCommand(['report', 'open', 'out'], {
      folder,
      environment: { PATH: folder },
    });
    expect(status).toBe(0);
    expect(messages).toMatch(
      /^animal-store-conformance: \S+ is not installed; open \S+index\.html in a browser\n$/,
    );
  });
});
