import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/commands.ts';
import { runCommand } from './command.ts';
import { keptCommand } from './kept-command.ts';

const folder = tmpdir();
const names = commands.map(({ name }) => name.split(' '));

describe('help', () => {
  test.each([[[]], ...names.map((words) => [words])])('%j --help fits into 80 columns', async (words) => {
    const { status, output, messages } = await keptCommand([...words, '--help'], { folder });
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(output).toContain('Examples:\n  animal-store-conformance ');
    const prose = output.split('\n').filter((line) => !line.startsWith('  animal-store-conformance '));
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
  });

  test('help wins over whatever else is wrong', async () => {
    expect((await keptCommand(['run', '--effort', 'fast', '--help'], { folder })).status).toBe(0);
  });

  test('the version is that of the package', async () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version }: { version: string } = JSON.parse(text);
    expect(await runCommand(['--version'], { folder })).toEqual({
      status: 0,
      output: `${version}\n`,
      messages: '',
    });
  });
});

describe('requirements', () => {
  test('a table of one line each, where nothing is known of the width', async () => {
    const { status, output } = await keptCommand(['requirements'], { folder });
    expect(status).toBe(0);
    expect(output).toMatch(/^auth\/missing-key +MUST +\S.*$/m);
    expect(
      output
        .trimEnd()
        .split('\n')
        .every((line) => /^[a-z]+\/[a-z0-9-]+ +(MUST|SHOULD|OBSERVE) /.test(line)),
    ).toBe(true);
  });

  test('JSON and Markdown', async () => {
    const json = await keptCommand(['requirements', '--format', 'json'], { folder });
    expect(JSON.parse(json.output)).toContainEqual(
      expect.objectContaining({ id: 'get/stable', level: 'MUST', section: expect.any(String) }),
    );
    const markdown = await keptCommand(['requirements', '--format=markdown'], { folder });
    expect(markdown.output).toMatch(/^## auth\n\n- \*\*auth\/.*\*\* MUST: .*\n/);
  });

  test('the help of run names the reports that it writes, and the configuration file', async () => {
    const { output } = await keptCommand(['run', '--help'], { folder });
    for (const name of ['index.html', 'junit.xml', '--config']) {
      expect(output).toContain(name);
    }
  });

  test('a reader that goes away is no error', async () => {
    const command = `"${process.execPath}" dist/src/cli/main.js requirements --format json | head -1`;
    const shell = spawn('/bin/bash', ['-o', 'pipefail', '-c', command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    shell.stderr.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    const status = await new Promise((resolve) => shell.once('close', resolve));
    expect({ status, text }).toEqual({ status: 0, text: '[\n' });
  });

  test.runIf(existsSync('/dev/full'))('output that cannot be written is said, status 3', async () => {
    const command = `"${process.execPath}" dist/src/cli/main.js requirements > /dev/full`;
    const failure: unknown = await promisify(execFile)('/bin/bash', ['-c', command]).catch((error) => error);
    expect(failure).toMatchObject({
      code: 3,
      stderr: "animal-store-conformance: can't write the output: the disk is full\n",
    });
  });
});
