import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeInternalError, withoutSecrets } from '../../src/cli/carry-out.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runCommand } from './command.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

const breakListening = `data:text/javascript,${encodeURIComponent(
  "import { Server } from 'node:net'; Server.prototype.listen = () => { throw new TypeError('first\\nsecond'); };",
)}`;

const breakLater = `data:text/javascript,${encodeURIComponent(
  "const ends = process.stdout.write; process.stdout.write = function (...args) { setImmediate(() => { throw new Error('later'); }); return ends.apply(this, args); };",
)}`;

describe('a fault of the program itself', () => {
  test.each([
    [breakListening, 'internal error: first; this is a fault of animal-store-conformance'],
    [breakLater, 'internal error: later; this is a fault of animal-store-conformance'],
  ])('is one line, status 3, and its details are in a file', async (cause, message) => {
    const { status, messages } = await runCommand(['serve', '--port', '0'], {
      folder,
      environment: { NODE_OPTIONS: `--import "${cause}"`, TMPDIR: folder },
    });
    expect(messages).toContain(message);
    expect(messages).toMatch(/^animal-store-conformance: [^\n]* please report it \(details: [^\n]*\)\n$/);
    expect(status).toBe(3);
    const [, file = ''] = /\(details: (.*)\)/.exec(messages) ?? [];
    expect(readFileSync(file, 'utf8')).toMatch(/Error: \w+[\s\S]*\n +at /);
  });

  test('its details go to the folder of the reports, with their causes, without secrets', () => {
    const secret = 'tH1sKeyMustNeverBeShown';
    const error = new Error(`outer ${secret}`, { cause: new Error(`inner ${secret}`) });
    const line = describeInternalError(error, { folder, secrets: new Set([secret]) });
    const details = readFileSync(join(folder, 'internal-error.txt'), 'utf8');
    expect(line).toContain(`(details: ${join(folder, 'internal-error.txt')})`);
    expect(details).toContain('caused by Error: inner [key]');
    expect(`${line}${details}`).not.toContain(secret);
  });

  test('a folder that is gone does not make it worse', () => {
    const line = describeInternalError('thrown text', { folder: join(folder, 'gone'), secrets: new Set() });
    expect(line).toBe(
      'internal error: thrown text; this is a fault of animal-store-conformance, not of the service: please report it',
    );
  });

  test('no secret is left in any text', () => {
    const secret = fc
      .string({ minLength: 4, unit: 'grapheme-ascii' })
      .filter((text) => !'[key]'.includes(text));
    fc.assert(
      fc.property(secret, fc.array(fc.string()), (key, parts) => {
        expect(withoutSecrets(parts.join(key), [key]).split('[key]').join('\0')).not.toContain(key);
      }),
    );
  });
});
