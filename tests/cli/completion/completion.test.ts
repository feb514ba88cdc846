import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declarations } from '../../../src/cli/commands/declarations.ts';
import { bashCompletion } from '../../../src/cli/completion/bash-completion.ts';
import { completedCommands } from '../../../src/cli/completion/completed-commands.ts';
import { fishCompletion } from '../../../src/cli/completion/fish-completion.ts';
import { zshCompletion } from '../../../src/cli/completion/zsh-completion.ts';
import { requirements } from '../../../suites/requirements.ts';

const commands = completedCommands();
const ids = requirements.map(({ id }) => id);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'completion-'));
  writeFileSync(join(folder, 'report one.json'), '');
});

afterAll(() => rmSync(folder, { recursive: true }));

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What bash offers for command lines whose last word is the one that is being written, as bash parts them. */
function offeredByBash(lines: readonly (readonly string[])[]): string[][] {
  const calls = lines.map((words) => {
    const quoted = ['animal-store-conformance', ...words].map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _animal_store_conformance; printf '%s\\n' "\${COMPREPLY[@]}" --end--`;
  });
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile'], {
    cwd: folder,
    input: `set -u\n${bashCompletion(commands)}\n${calls.join('\n')}\n`,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split('--end--\n')
    .slice(0, -1)
    .map((text) => text.split('\n').filter((word) => word !== ''));
}

describe.runIf(has('bash'))('bash offers', () => {
  test('commands, options, and what they take', () => {
    const cases: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
      [['se'], ['serve', 'self-check']],
      [['--v'], ['--version']],
      [
        ['report', ''],
        ['open', 'render', 'export'],
      ],
      [['report', 'render', '--r'], ['--report-dir']],
      [
        ['load', ''],
        ['merge', 'export'],
      ],
      [['load', '--rat'], ['--rate']],
      [['load', 'merge', '--r'], ['--report-dir']],
      [['run', '--eff'], ['--effort']],
      [['run', 'http://localhost', '--effort', 's'], ['smoke']],
      [['run', '--effort', '=', 't'], ['thorough']],
      [
        ['run', '--effort', '='],
        ['smoke', 'normal', 'thorough'],
      ],
      [['run', '--effort=n'], ['--effort=normal']],
      [['run', '--plan', 'p'], ['pro']],
      [['run', '--only', 'auth/*'], ['auth/\\*']],
      [['run', '--only', 'list/limit-b'], ids.filter((id) => id.startsWith('list/limit-b'))],
      [
        ['load', '--fail-on', ''],
        ['must', 'should'],
      ],
      [['run', '--api-key', ''], []],
      [['run', ''], []],
      [['compare', 'a', '--format', 'm'], ['markdown']],
      [
        ['requirements', '--format', ''],
        ['table', 'json', 'markdown'],
      ],
      [['serve', '--fault', 'limit-plus-one-'], ['limit-plus-one-with-filter']],
      [['serve', '--variant', 'gc'], ['gcra']],
      [['explain', 'version/'], ids.filter((id) => id.startsWith('version/'))],
      [['explain', '--format', 'text', 'version/'], ids.filter((id) => id.startsWith('version/'))],
      [['replay', 're'], ['report one.json']],
      [['replay', 'report', 'version/'], ids.filter((id) => id.startsWith('version/'))],
      [['report', 'render', 'rep'], ['report one.json']],
      [['report', 'render', '--html-assets', 'e'], ['external']],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
      [['nonsense', '--o'], []],
    ];
    const offered = offeredByBash(cases.map(([words]) => words));
    expect(cases.map(([words], index) => [words, offered[index]])).toEqual(cases);
  });

  test('every option of every command', () => {
    const offered = offeredByBash(commands.map(({ name }) => [...name.split(' '), '--']));
    expect(offered).toEqual(commands.map(({ options }) => options.map(({ name }) => name)));
  });
});

describe('every shell', () => {
  const scripts = [
    ['bash', bashCompletion(commands)],
    ['zsh', zshCompletion(commands)],
    ['fish', fishCompletion(commands)],
  ] as const;

  test.each(scripts)('%s completes every command, option and id', (shell, script) => {
    for (const { name, options } of declarations) {
      expect(script).toContain(name);
      for (const option of Object.keys(options)) {
        expect(script).toContain(shell === 'fish' ? `-l ${option} ` : `--${option}`);
      }
    }
    expect(ids.filter((id) => !script.includes(id))).toEqual([]);
  });

  test.each(scripts)('%s closes every quote in its line', (shell, script) => {
    const open = script.split('\n').filter((line) => {
      const text = line.startsWith('#') ? '' : line;
      const unescaped = shell === 'fish' ? text.replace(/\\[\\']/g, '') : text.replaceAll("'\\''", '');
      return unescaped.split("'").length % 2 === 0;
    });
    expect(open).toEqual([]);
  });

  test.each(scripts.filter(([shell]) => has(shell)))('%s can read it', (shell, script) => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
