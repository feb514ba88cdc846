import { describe, expect, test } from 'vitest';
import { commandBlocks } from './command-blocks.ts';

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;

describe('of a document', () => {
  test('commands and files are taken in their order, and nothing else', () => {
    const document = [
      fenced('sh', 'one\ntwo'),
      fenced('text', 'no command'),
      `<!-- file: a/b.ts -->\n${fenced('ts', 'const a = 1;')}`,
      `1. In a list:\n\n   <!-- status 1: it has a fault -->\n   ${fenced('sh', '   three').replaceAll('\n```', '\n   ```')}`,
      `<!-- not run: takes a day -->\n${fenced('sh', 'four')}`,
      `<!-- with --dry-run: it takes a minute -->\n${fenced('sh', 'planned')}`,
      `<!-- status 0, 1 or 3: by the machine -->\n\n${fenced('sh', 'five')}`,
    ].join('\n');
    expect(commandBlocks(document)).toEqual([
      { kind: 'commands', text: 'one\ntwo', notRun: null, dryRun: false, statuses: [0] },
      { kind: 'file', name: 'a/b.ts', text: 'const a = 1;' },
      { kind: 'commands', text: 'three', notRun: null, dryRun: false, statuses: [1] },
      { kind: 'commands', text: 'four', notRun: 'takes a day', dryRun: false, statuses: [0] },
      { kind: 'commands', text: 'planned', notRun: null, dryRun: true, statuses: [0] },
      { kind: 'commands', text: 'five', notRun: null, dryRun: false, statuses: [0, 1, 3] },
    ]);
  });

  test.each([
    '<!-- not run: -->',
    '<!-- not run -->',
    '<!-- status 1 -->',
    '<!-- status one: a -->',
    '<!-- with --dry-run -->',
  ])('%s says too little', (comment) => {
    expect(() => commandBlocks(`${comment}\n${fenced('sh', 'one')}`)).toThrow('no reason');
  });

  test.each(['bash', 'console'])('a block of %s is refused: it would not be run', (language) => {
    expect(() => commandBlocks(fenced(language, 'one'))).toThrow('write sh');
  });
});
