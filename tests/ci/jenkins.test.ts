import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandProgram, npmThatTells, repository, runScript, writePrograms } from './run-script.ts';
import { type ServedService, serveService } from './served-service.ts';

const text = readFileSync(join(repository, 'ci/jenkins/Jenkinsfile'), 'utf8');
const [install = '', verify = ''] = [...text.matchAll(/\bsh '''\n(.*?)'''/gs)].map(([, script]) => script);

/** How Jenkins calls the shell; with `-x` every command is in the log. */
const shell = ['sh', '-xe'];

let folder = '';
let programs = '';
let service: ServedService;
beforeAll(async () => {
  folder = temporaryFolder();
  programs = join(folder, 'programs');
  writePrograms(programs, commandProgram);
  service = await serveService(folder);
});
afterAll(async () => {
  await service.close();
});

describe('the Jenkinsfile', () => {
  test('closes what it opens, and leaves nothing of a script to Groovy', () => {
    const groovy = text.replaceAll(/'''.*?'''|'[^'\n]*'|\/\/[^\n]*/gs, '');
    for (const [open = '', close = ''] of ['{}', '[]', '()']) {
      expect(groovy.split(open).length, open).toBe(groovy.split(close).length);
    }
    expect(groovy).not.toMatch(/["'$]/);
    expect(text.match(/'''/g)).toHaveLength(4);
  });

  test('has the key from the store of credentials, and as no parameter', () => {
    expect(text).toMatch(/ANIMAL_STORE_API_KEY = credentials\('[\w-]+'\)/);
    expect(text).not.toMatch(/name: '[^']*KEY/);
    expect(install + verify).not.toContain('KEY');
  });

  test('verifies, with a page that its policy lets through, and reports where it looks for them', async () => {
    const { status, output, messages } = await runScript(shell, verify, {
      folder,
      programs,
      environment: {
        ANIMAL_STORE_BASE_URL: service.baseUrl,
        ANIMAL_STORE_API_KEY: service.key,
        ANIMAL_STORE_ARGUMENTS: '--only auth/*',
      },
    });
    expect(status, output + messages).toBe(0);
    expect(output + messages).not.toContain(service.key);
    const [, junit = ''] = /testResults: '([^']+)'/.exec(text) ?? [];
    expect(readFileSync(join(folder, junit), 'utf8')).toContain('<testsuites');
    const [, pages = ''] = /reportDir: '([^']+)'/.exec(text) ?? [];
    expect(existsSync(join(folder, pages, 'index.html'))).toBe(true);
    expect(existsSync(join(folder, pages, 'page.css'))).toBe(true);
  });

  test('installs the tarball that was named only where the agent does not have the command', async () => {
    const environment = { ANIMAL_STORE_PACKAGE: './suite.tgz' };
    expect((await runScript(shell, install, { folder, programs, environment })).output).toBe('');
    const other = join(folder, 'other-programs');
    writePrograms(other, npmThatTells);
    const { status, output } = await runScript(shell, install, { folder, programs: other, environment });
    expect(status).toBe(0);
    expect(output).toBe(
      'npm asked for: install --prefix .animal-store-conformance --no-audit --no-fund -- ./suite.tgz\n',
    );
    const unnamed = await runScript(shell, install, { folder, programs: other, environment: {} });
    expect(unnamed.status).not.toBe(0);
    expect(unnamed.messages).toContain('ANIMAL_STORE_PACKAGE: set it to the tarball');
  });
});
