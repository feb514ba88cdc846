import type { CommandDeclaration } from '../option-table.ts';
import { choice, single } from './option-kinds.ts';

export const comparisonFormats = ['text', 'markdown', 'json', 'html'] as const;

const group = 'Options:';

/** `compare`: reports side by side. */
export const compareDeclaration: CommandDeclaration = {
  name: 'compare',
  describe: 'set reports side by side: what broke and what was fixed, or the matrix of implementations',
  positional: {
    name: 'a',
    describe: 'the earlier report: a folder, report.json or journal.ndjson; NAME=PATH names it',
    required: true,
  },
  others: {
    name: 'b',
    describe: 'the later one; from three reports on, they are shown as a matrix',
    required: true,
    repeated: true,
  },
  options: {
    format: choice(group, 'FORMAT', comparisonFormats, 'by the ending of FILE, else text'),
    output: single(group, 'FILE', 'where to write it [the screen]'),
  },
  examples: [
    ['compare reports/main reports/branch', 'status 1 where there is a new failure of a MUST requirement'],
    ['compare before.json after.json --format markdown', 'for a comment on a pull request'],
    [
      'compare go=reports/go rust=reports/rust java=reports/java --output matrix.html',
      'who conforms in what',
    ],
  ],
};
