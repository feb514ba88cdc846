import type { CommandDeclaration, OptionDeclaration } from '../option-table.ts';
import { compareDeclaration } from './compare-declaration.ts';
import { explainDeclaration } from './explain-declaration.ts';
import { judgeDeclaration } from './judge-declaration.ts';
import { loadDeclaration } from './load-declaration.ts';
import { replayDeclaration } from './replay-declaration.ts';
import { runDeclaration } from './run-declaration.ts';
import { selfCheckDeclaration } from './self-check-declaration.ts';

const group = 'Options:';

function single(value: string, describe: string): OptionDeclaration {
  return { kind: 'single', group, value, describe, inFile: 'no' };
}

const serveDeclaration: CommandDeclaration = {
  name: 'serve',
  describe: 'start the bundled reference implementation',
  positional: null,
  options: {
    port: single('N', 'the port to listen on [8080; 0 takes a free one]'),
    minute: single('DURATION', 'how long its minute lasts [60s]'),
    day: single('DURATION', 'how long its day lasts [24h]'),
    fault: single('NAME', 'deviate from the interface document in this one way'),
    variant: single('NAME', 'conform in this unusual way; in several at once as NAME+NAME'),
    'list-faults': {
      kind: 'flag',
      group,
      describe: 'print the names of all faults and variants',
      inFile: 'no',
    },
  },
  notYet: [],
  examples: [
    ['serve', 'listen on port 8080; Ctrl-C ends it'],
    ['serve --port 0 --minute 2s', 'a free port, and minutes of two seconds'],
    ['serve --list-faults', 'what --fault and --variant can name'],
  ],
};

const requirementsDeclaration: CommandDeclaration = {
  name: 'requirements',
  describe: 'print the requirement catalogue',
  positional: null,
  options: { format: single('FORMAT', 'table, json or markdown [table]') },
  notYet: [],
  examples: [
    ['requirements', 'a table for the screen'],
    ['requirements --format json', 'for programs'],
  ],
};

const reportRenderDeclaration: CommandDeclaration = {
  name: 'report render',
  describe: 'write all reports again from a report.json or a journal.ndjson',
  positional: { name: 'file', describe: 'a report.json or a journal.ndjson', required: true },
  options: {
    'report-dir': single('DIR', 'where the reports go [beside the file]'),
    'html-assets': single(
      'PLACE',
      'where index.html has style and script: inline, or external for Jenkins and the like [inline]',
    ),
  },
  notYet: [],
  examples: [
    ['report render reports/latest/report.json', 'all reports again, beside the file'],
    ['report render reports/latest/journal.ndjson', 'the report of a run that was killed'],
  ],
};

/** Every command of this version, in the order in which the help lists them. */
export const declarations: readonly CommandDeclaration[] = [
  runDeclaration,
  loadDeclaration,
  serveDeclaration,
  selfCheckDeclaration,
  requirementsDeclaration,
  explainDeclaration,
  judgeDeclaration,
  compareDeclaration,
  replayDeclaration,
  reportRenderDeclaration,
];

/** Commands of the published interface that this version does not have yet. */
export const commandsNotYet: readonly string[] = ['doctor', 'init'];
