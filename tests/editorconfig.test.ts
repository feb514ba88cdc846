import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const written =
  /\.(?:ts|tsx|js|mjs|json|md|ya?ml|css|html|svg)$|(?:^|\/)(?:run|Dockerfile|Jenkinsfile|\.[a-z]+)$/;
/** What programs write, which is compared byte for byte. */
const generated = /^reports\/sample\/|^package-lock\.json$/;

/** What is wrong with a text by .editorconfig, but for indentation and length, which the formatter sees to. */
function deviations(text: string): string[] {
  return [
    ...(text.includes('\r') ? ['a line ends with CR'] : []),
    ...(/[ \t]$/m.test(text) ? ['a line ends with blanks'] : []),
    ...(text === '' || text.endsWith('\n') ? [] : ['the last line does not end']),
  ];
}

test('every file is as .editorconfig has it, those too that no formatter reads', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => written.test(path) && !generated.test(path));
  expect(files.length).toBeGreaterThan(1000);
  const wrong = files.flatMap((path) =>
    deviations(readFileSync(join(root, path), 'utf8')).map((deviation) => `${path}: ${deviation}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['one\r\ntwo\n', ['a line ends with CR']],
  ['one \ntwo\n', ['a line ends with blanks']],
  ['one\n\t\ntwo', ['a line ends with blanks', 'the last line does not end']],
  ['one\n', []],
  ['', []],
])('of %j is said: %j', (text, said) => {
  expect(deviations(text)).toEqual(said);
});
