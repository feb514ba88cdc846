import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNamedFile, readNamedText } from '../../src/cli/report-files/named-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { refusal } from './given.ts';

const folder = temporaryFolder();

function file(content?: Uint8Array | string) {
  const path = join(folder, 'here.txt');
  if (content !== undefined) {
    writeFileSync(path, content);
  }
  return { path, subject: 'a: "b"', kind: 'list', most: { bytes: 8, text: '8 bytes' } };
}

it('has its bytes, up to as many as it may have, and its text without a byte order mark', () => {
  expect([...readNamedFile(file(Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 4, 5])))]).toEqual([
    0xff, 0xfe, 0, 1, 2, 3, 4, 5,
  ]);
  expect(readNamedText(file('\uFEFFmüd\n'))).toBe('müd\n');
});

it('is refused in one line that says of what it is', () => {
  const large = 'a: "b" is larger than 8 bytes: this is no list';
  expect(refusal(() => readNamedFile(file('123456789')))).toBe(large);
  expect(refusal(() => readNamedText(file('123456789')))).toBe(large);
  const utf16 = Buffer.from('\uFEFFkey', 'utf16le');
  expect(refusal(() => readNamedText(file(utf16)))).toBe('a: "b" is not UTF-8 text; save it as that');
  const elsewhere = { ...file(), path: join(folder, 'here.txt', 'x'), advice: 'look there' };
  expect(refusal(() => readNamedFile(elsewhere))).toBe(
    'a: "b" lies below something that is no folder; look there',
  );
  expect(refusal(() => readNamedText({ ...file(), path: folder, most: { bytes: 1e6, text: '1 MB' } }))).toBe(
    'a: "b" is a folder',
  );
});

it.skipIf(process.platform === 'win32')('is refused if it never ends, and read if it has no size', () => {
  expect(refusal(() => readNamedFile({ ...file(), path: '/dev/zero' }))).toBe(
    'a: "b" is larger than 8 bytes: this is no list',
  );
  expect(String(readNamedFile({ ...file(), path: '/dev/null' }))).toBe('');
});
