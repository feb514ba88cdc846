import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningImplementation, startReferenceImplementation } from '../../reference-impl/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runCommand } from './command.ts';

const interrupted =
  'animal-store-conformance: interrupted before the first request was sent; no report, no verdict\n';

let folder: string;
let service: RunningImplementation;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startReferenceImplementation();
});

afterEach(async () => {
  await service.close();
});

/** Sends a signal to the command at the moment it starts to load a module. */
function signalOnLoading(module: string, signal: string): string {
  const hooks = `
    export function resolve(specifier, context, next) {
      if (specifier.endsWith(${JSON.stringify(module)})) {
        process.kill(process.pid, ${JSON.stringify(signal)});
      }
      return next(specifier, context);
    }`;
  const preload = `
    import { register } from 'node:module';
    register(${JSON.stringify(dataUrl(hooks))});`;
  return `--import=${dataUrl(preload)}`;
}

function dataUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function interruptedOn(module: string, signal: string, args: readonly string[]) {
  return runCommand(args, {
    folder,
    environment: {
      ANIMAL_STORE_API_KEY: service.keys.enterprise,
      NODE_OPTIONS: signalOnLoading(module, signal),
    },
  });
}

describe.each(['SIGHUP', 'SIGTERM', 'SIGINT'])('%s', (signal) => {
  test.each(['program-main.js', '/run.js', 'verify/verify.js'])(
    'while %s is loaded, before a run sends anything, ends it with status 3 and one line',
    async (module) => {
      const args = ['run', service.baseUrl, '--report-dir', 'out'];
      const { status, output, messages } = await interruptedOn(module, signal, args);
      expect({ status, output, messages }).toEqual({ status: 3, output: '', messages: interrupted });
      expect(existsSync(join(folder, 'out', 'report.json'))).toBe(false);
    },
  );
});

test.each(['load', 'doctor', 'self-check'])('%s ends likewise', async (command) => {
  const args = command === 'self-check' ? [command] : [command, service.baseUrl];
  const { status, messages } = await interruptedOn(`/${command}.js`, 'SIGTERM', args);
  expect({ status, messages }).toEqual({ status: 3, messages: interrupted });
});
