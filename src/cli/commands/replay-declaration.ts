import type { CommandDeclaration } from '../option-table.ts';
import { flag, list, single } from './option-kinds.ts';
import { allowWeakKey, config, wire } from './shared-options.ts';

const what = 'What is replayed:';
const target = 'Target:';

/** `replay`: findings of a report, tried again. */
export const replayDeclaration = {
  name: 'replay',
  describe: 'send the smallest failing example of a finding again, and say whether it still fails',
  positional: { name: 'report', describe: 'a report.json, or the folder that holds it', required: true },
  others: {
    name: 'id',
    describe: 'the id of a requirement that failed [the gravest]',
    required: false,
    repeated: false,
  },
  options: {
    all: flag(what, 'every finding of the report'),
    'base-url': single(target, 'URL', 'another address than that of the report'),
    'api-key': {
      ...single(target, 'KEY', 'the key; better given as ANIMAL_STORE_API_KEY: it never stands in a report'),
      inFile: 'secret',
    },
    'allow-weak-key': allowWeakKey(target),
    'revoked-key': { ...single(target, 'KEY', 'a key that must be refused'), inFile: 'secret' },
    'quota-key': {
      ...list(target, 'PLAN=KEY', 'for findings of quota/: a key that may be used up; repeatable'),
      inFile: 'secret',
    },
    timeout: single(target, 'DURATION', 'how long one answer may take [as then]'),
    ...wire,
    config: { ...config, group: target },
  },
  examples: [
    ['replay reports/latest list/limit-bounds-count', 'does this one still fail? 1 yes, 0 no, 3 unclear'],
    ['replay reports/latest', 'the gravest finding'],
    ['replay report.json --all --base-url http://localhost:8080/v1', 'all of them, at another address'],
  ],
} as const satisfies CommandDeclaration;
