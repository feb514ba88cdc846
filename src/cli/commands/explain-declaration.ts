import type { CommandDeclaration } from '../option-table.ts';
import { choice } from './option-kinds.ts';

export const explanationFormats = ['text', 'markdown', 'json'] as const;

/** `explain`: everything about one requirement. */
export const explainDeclaration: CommandDeclaration = {
  name: 'explain',
  describe: 'explain one requirement: its source, what is sent and accepted, a right and a wrong answer',
  positional: {
    name: 'id',
    describe: 'the id of a requirement, e.g. list/limit-bounds-count',
    required: true,
  },
  options: {
    format: choice('Options:', 'FORMAT', explanationFormats, 'text'),
  },
  examples: [
    ['explain list/limit-bounds-count', 'what it asks for, and how a violation looks'],
    ['explain auth/checked-first --format markdown', 'for an issue or a wiki'],
    ['explain quota/never-exceeded --format json', 'for programs'],
  ],
};
