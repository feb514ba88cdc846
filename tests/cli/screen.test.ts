import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Program } from '../../src/cli/command.ts';
import { tellGithub, writeInert } from '../../src/cli/github-actions.ts';
import { eventLines } from '../../src/cli/report-files/present-report.ts';
import { canRedraw, inertText, type Screen, wantsColor } from '../../src/cli/screen.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { propertyRuns } from '../property-runs.ts';
import { faultless, found, madeReport } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { activeIn, hostileOutput, streamScreen } from './hostile-output.ts';
import { programOn, recordingScreen } from './recording-screen.ts';

describe('colour', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j, terminal %s: %s', (environment, isTerminal, color) => {
    expect(wantsColor(environment, isTerminal)).toBe(color);
  });
});

describe('drawing lines again', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ CI: 'true' }, true, false],
    [{ CI: 'false' }, true, true],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j, terminal %s: %s', (environment, isTerminal, redraw) => {
    expect(canRedraw(recordingScreen(isTerminal), environment)).toBe(redraw);
  });
});

function written(write: (screen: Screen) => void, isTerminal = false): string {
  const { screen, text } = streamScreen(isTerminal);
  write(screen);
  return text();
}

describe('what a service sent', () => {
  test('reaches no stream as a control or a command of a pipeline', () => {
    fc.assert(
      fc.property(hostileOutput, fc.constantFrom('', 'x '), (text, before) => {
        expect(
          activeIn(
            written((screen) => screen.write(`${before}${text}\n`)),
            false,
          ),
        ).toBeNull();
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('reaches the reader of --json as it was, and a log as nothing that it obeys', () => {
    fc.assert(
      fc.property(hostileOutput, (text) => {
        const event = { type: 'observation', requirement: 'list/order', text, exchanges: [] } as const;
        const line = written((screen) => eventLines(screen, new Redactor([]))(event));
        expect(activeIn(line, false)).toBeNull();
        expect(line.slice(0, -1)).not.toContain('\n');
        expect(JSON.parse(line)).toEqual(event);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

test('our own drawing, addresses and ordinary text stay as they are', () => {
  for (const text of [
    '\r\u001b[K\u001b[1m3 checks\u001b[22m ✓ naïve – 日本\n',
    'http://[::1]:8080/v1 std::vec::Vec # Heading ## Two\t1\n',
    '  from ::1 to 2001:db8::1::, ::std::string a[##] ## [link]\n',
    '\u001b[?25l\u001b[2A\u001b[J',
  ]) {
    expect(inertText(text, true)).toBe(text);
  }
});

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function programWith(environment: Program['environment']) {
  const [output, messages] = [recordingScreen(false), recordingScreen(false)];
  return {
    program: programOn(output, messages, { environment, currentFolder: folder }),
    written: () => ({ output: output.written.join(''), messages: messages.written.join('') }),
  };
}

const failing = madeReport([...faultless(), found('list/unique-ids', 1)]);

test('a step gets annotations, and its summary is added to', async () => {
  const path = join(folder, 'summary');
  writeFileSync(path, 'before');
  const { program, written } = programWith({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path });
  await tellGithub(failing, program);
  expect(written().output).toMatch(/^::error title=list\/unique-ids \(MUST\)::[^\n]+\n$/);
  expect(readFileSync(path, 'utf8')).toMatch(/^before\n\n## ❌ Not conformant/);
  expect(written().messages).toBe('');
});

test('a summary that has no room left is left as it is, with a line that says so', async () => {
  const path = join(folder, 'summary');
  writeFileSync(path, 'x'.repeat(1024 * 1024 - 1100));
  const { program, written } = programWith({ GITHUB_STEP_SUMMARY: path });
  await tellGithub(failing, program);
  expect(readFileSync(path, 'utf8')).toMatch(/^x+$/);
  expect(written()).toEqual({ output: '', messages: expect.stringMatching(/^[^\n]+is full[^\n]+\n$/) });
});

test('a summary that can not be written is one line, and no failure', async () => {
  const { program, written } = programWith({ GITHUB_STEP_SUMMARY: join(folder, 'missing', 'summary') });
  await tellGithub(failing, program);
  expect(written().messages).toMatch(/^[^\n]+can't be written[^\n]+\n$/);
});

test('elsewhere nothing is written', async () => {
  const { program, written } = programWith({ GITHUB_ACTIONS: 'false' });
  await tellGithub(failing, program);
  writeInert('the report\n', program);
  expect(written()).toEqual({ output: 'the report\n', messages: '' });
});

test('in a step no command is found in what the service sent', () => {
  const { program, written } = programWith({ GITHUB_ACTIONS: 'true' });
  writeInert('received ::add-mask::secret', program);
  expect(written().output).toMatch(
    /^::stop-commands::([0-9a-f-]{36})\nreceived ::add-mask::secret\n::\1::\n$/,
  );
});
