import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Program } from '../../src/cli/command.ts';
import { tellGithub, writeInert } from '../../src/cli/github-actions.ts';
import { faultless, found, madeReport } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { programOn, recordingScreen } from './recording-screen.ts';

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
  writeInert('came ::add-mask::secret', program);
  expect(written().output).toMatch(/^::stop-commands::([0-9a-f-]{36})\ncame ::add-mask::secret\n::\1::\n$/);
});
