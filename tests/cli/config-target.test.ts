import { describe, expect, test } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { chooseTarget } from '../../src/cli/configuration/config-target.ts';
import { repeatCommand, repeatedArguments } from '../../src/cli/repeat-command.ts';
import { addressOf, readRunSettings } from '../../src/cli/settings/run-settings.ts';
import { contentOf, settingsBeside } from './config-text.ts';

const text = JSON.stringify({
  effort: 'smoke',
  timeout: '3s',
  only: ['auth/*', 'get/*'],
  targets: {
    staging: { baseUrl: 'https://staging.example.com/v1', apiKey: { env: 'STAGING_KEY' }, only: 'list/*' },
    local: { baseUrl: 'http://localhost:8080/v1', effort: 'thorough' },
    empty: {},
  },
});
const environment = { STAGING_KEY: 'key-of-staging' };

function invocation(positional?: string, ...options: string[]) {
  const given = new Map(options.map((option) => [option, ['true']]));
  return { command: 'run', positional, others: [], options: given };
}

describe('a target that is named', () => {
  test('has its own settings, and for the rest those of every target', () => {
    const staging = settingsBeside(text, environment, {}, 'staging');
    expect(staging.targetName).toBe('staging');
    expect(staging.baseUrl()?.value).toBe('https://staging.example.com/v1');
    expect(staging.value('api-key')).toBe('key-of-staging');
    expect(staging.value('effort')).toBe('smoke');
    expect(staging.values('only')).toEqual(['list/*']);
    const local = settingsBeside(text, environment, {}, 'local');
    expect(local.one('effort')).toMatchObject({ value: 'thorough' });
    expect(local.one('effort')?.label).toMatch(/^config\.json:1:\d+: targets\.local\.effort$/);
    expect(local.values('only')).toEqual(['auth/*', 'get/*']);
    expect(local.given('api-key')).toEqual([]);
  });

  test('comes after the command line and the environment, and before what holds for all', () => {
    const others = { ...environment, ANIMAL_STORE_API_KEY: 'key-of-the-environment' };
    expect(settingsBeside(text, others, {}, 'staging').value('api-key')).toBe('key-of-the-environment');
    const given = settingsBeside(text, others, { 'api-key': ['k'], effort: ['normal'] }, 'local');
    expect(given.value('api-key')).toBe('k');
    expect(given.value('effort')).toBe('normal');
    expect(given.value('timeout')).toBe(3_000);
  });

  test('a base URL beside them takes what holds for all', () => {
    const other = settingsBeside(text, environment, {}, 'http://other.example.com');
    expect(other.targetName).toBeNull();
    expect(other.baseUrl()).toEqual({ value: 'http://other.example.com', label: 'base URL' });
    expect(other.value('effort')).toBe('smoke');
  });

  test('the command that makes the run again names it too: its key is known there', () => {
    const staging = settingsBeside(text, environment, { seed: ['5'] }, 'staging');
    const run = readRunSettings(staging);
    const command = repeatCommand(
      'run',
      repeatedArguments(addressOf(run), staging, runDeclaration.options),
      run.seed,
    );
    expect(command).toMatch(/^npx animal-store-conformance run staging .*--seed 5$/);
  });

  const file = { label: 'config.json', ...contentOf(text) };

  test('none is needed beside an address for all, or for the reference implementation', () => {
    const shared = { ...file, ...contentOf('{ "baseUrl": "http://localhost", "targets": { "one": {} } }') };
    expect(chooseTarget(invocation(), shared).name).toBeNull();
    expect(chooseTarget(invocation('one'), shared).settings.has('base-url')).toBe(true);
    expect(chooseTarget(invocation(undefined, 'reference'), file).name).toBeNull();
    expect(chooseTarget(invocation('localhost'), file).name).toBeNull();
    expect(chooseTarget(invocation('localhost:8080/v1'), file).name).toBeNull();
  });
});
