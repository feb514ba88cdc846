import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { checkArguments } from '../../src/cli/argument-check.ts';
import type { Invocation } from '../../src/cli/command.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { repeatedLoad } from '../../src/cli/commands/load.ts';
import { repeatedSelfCheck } from '../../src/cli/commands/self-check.ts';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { givenSettings } from '../../src/cli/configuration/config-target.ts';
import { repeatCommand, repeatedArguments } from '../../src/cli/repeat-command.ts';
import { addressOf } from '../../src/cli/settings/common-settings.ts';
import { comparableBaseline, readBaselineSettings } from '../../src/cli/settings/earlier-run.ts';
import { readLoadSettings } from '../../src/cli/settings/load-settings.ts';
import { readRunSettings } from '../../src/cli/settings/run-settings.ts';
import { readSelfCheckSettings } from '../../src/cli/settings/self-check-settings.ts';
import { type Environment, Settings } from '../../src/cli/settings/settings.ts';
import { readLoadPart } from '../../src/cli/settings/shard-settings.ts';
import { readTransport } from '../../src/cli/transport/transport-settings.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { readVerifyOptions } from '../../src/library/read-verify-options.ts';
import { requirements } from '../../suites/requirements.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { certificateOfAnotherHost, certificateOfLocalhost, privateKey } from '../target/certificates.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { asyncRefusal } from './given.ts';
import { expectTranscript, pemFiles } from './transcript.ts';

const folder = temporaryFolder();
const emptyFolder = temporaryFolder();
const nowMs = Date.parse('2030-01-01T12:00:00Z');

/** Every setting of a command, and the command line that repeats it. */
async function settingsOf(
  invocation: Invocation,
  environment: Environment,
  currentFolder = folder,
): Promise<object> {
  const place = { environment, currentFolder };
  if (invocation.command === 'self-check') {
    const selfCheck = readSelfCheckSettings(invocation);
    const workers = selfCheck.workers === availableParallelism() ? 'one a core' : selfCheck.workers;
    return { ...selfCheck, workers, repeated: repeatedSelfCheck(selfCheck.seed, invocation) };
  }
  const settings = await givenSettings(invocation, place);
  return invocation.command === 'load' ? loadOf(settings, place) : runOf(settings, place);
}

async function runOf(settings: Settings, place: { environment: Environment; currentFolder: string }) {
  const run = readRunSettings(settings);
  const argv = repeatedArguments(addressOf(run), settings, runDeclaration.options);
  return {
    ...run,
    ...(await readBaselineSettings(settings, run, folder)),
    ...readTransport(settings, addressOf(run), place),
    repeated: repeatCommand('run', argv, run.seed),
  };
}

function loadOf(settings: Settings, place: { environment: Environment; currentFolder: string }) {
  const { load, ...others } = readLoadSettings(settings);
  const whole = { ...others, load };
  return {
    ...others,
    ...load,
    part: readLoadPart(settings, whole, nowMs),
    ...readTransport(settings, others.reference ? null : others.baseUrl, place),
    repeated: repeatedLoad(whole, settings).command,
  };
}

const names = new Map([
  [certificateOfLocalhost.trim(), 'the one of localhost'],
  [certificateOfAnotherHost.trim(), 'the one of another host'],
  [privateKey.trim(), 'its key'],
]);

/** A setting as a line of YAML, without what is drawn: certificates by name, and no more of a long list than that. */
function shown([name, value]: readonly [string, unknown]): string {
  if (name === 'seed' || value === undefined) {
    return '';
  }
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (Array.isArray(one) && one.length > 6) {
      return 'many';
    }
    if (typeof one === 'string') {
      return names.get(one) ?? one.replace(/ --seed \d{6,}$/, '').replace(/^[\w-]{28}$/, 'drawn');
    }
    return typeof one === 'bigint' ? `${one}n` : one;
  });
  const style = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const;
  return `${name}: ${stringify(JSON.parse(text), style)}`;
}

/** The settings that differ from those of the same command without options. */
async function differences(args: readonly string[], given: Environment): Promise<string> {
  const asked = await readCommandLine(args, 100);
  if (asked.kind !== 'command') {
    throw new Error('this only prints');
  }
  const { invocation } = asked;
  const { command, positionals } = invocation;
  const [service = ''] = positionals;
  const usualService = /^https?:/i.test(service) ? service : 'http://localhost/v1';
  const without = {
    ...invocation,
    positionals: command === 'self-check' ? [] : [usualService],
    options: new Map(),
  };
  const isUsual = args.length <= 2 && isDeepStrictEqual(given, {});
  const environment = { ANIMAL_STORE_API_KEY: 'usual-key' };
  const usual = isUsual ? {} : await settingsOf(without, environment, emptyFolder);
  const known = new Set(Object.entries(usual).map(shown));
  const lines = Object.entries(await settingsOf(invocation, { ...environment, ...given })).map(shown);
  return lines.filter((line) => !known.has(line)).join('');
}

test('each command of the transcript has these settings', async () => {
  const report = reportWith(['list/safe'], { selected: requirements.map(({ id }) => id) });
  for (const name of ['main', 'reports']) {
    mkdirSync(join(folder, name));
  }
  symlinkSync('../main', join(folder, 'reports', 'latest'));
  for (const [name, text] of Object.entries({ ...pemFiles, 'main/report.json': JSON.stringify(report) })) {
    writeFileSync(join(folder, name), text);
  }
  await expectTranscript({
    name: 'settings.txt',
    folder,
    variables: { URL: 'http://localhost:8080/v1', TLS: 'https://staging.example.com/v1' },
    said: async (args, given) => {
      try {
        return await differences(args, given);
      } catch (error) {
        if (error instanceof UsageError) {
          return `refused: ${error.message}\n`;
        }
        throw error;
      }
    },
  });
});

const options = { baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'kq7Wm2Xv9Rt4Zb' };
const report = reportWith(['list/safe'], { selected: requirements.map(({ id }) => id) });

test('a baseline of an earlier catalogue says how to keep to that', async () => {
  const invocation = checkArguments([options.baseUrl, '--api-key', options.apiKey], runDeclaration);
  const run = readRunSettings(new Settings(invocation, {}, null));
  const later = { ...run, catalogue: 2 };
  const given = { value: 'main', label: '--baseline' };
  expect(await asyncRefusal(comparableBaseline(report, later, given))).toBe(
    '--baseline: "main" can\'t be compared with this run: this run is by another catalogue: version 2 in the place of 1; make both alike (--catalogue 1), or create a new baseline',
  );
});

describe('the library', () => {
  test('takes a report, or where one lies', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'main'));
    writeFileSync(join(folder, 'main', 'report.json'), JSON.stringify(report));
    for (const baseline of [report, join(folder, 'main')]) {
      const { run } = await readVerifyOptions({ ...options, baseline, catalogue: 1 });
      expect(run).toMatchObject({ failedBefore: { violated: [{ requirement: 'list/safe' }] }, catalogue: 1 });
    }
  });

  test.each([
    [{ baseline: {} }, 'baseline: this is not a report; pass one that verify returned, or a report.json'],
    [{ baseline: 7 }, 'baseline: it must be a report, or the path of one'],
    [
      { baseline: 'gone.json' },
      'baseline: "gone.json" has no report; omit it in the first run, then pass the report of that run',
    ],
    [{ baseline: report, effort: 'smoke' }, /^baseline: "the report of .*" can't be compared with this run/],
    [{ catalogue: 9 }, /^catalogue: this suite has version 1/],
  ])('refuses %j', async (more, message) => {
    const reading = readVerifyOptions({ ...options, ...more } as never);
    await expect(reading).rejects.toThrow(message);
  });
});
