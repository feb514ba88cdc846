import type { CommandDeclaration } from '../option-table.ts';
import { compareDeclaration } from './compare-declaration.ts';
import { completionDeclaration } from './completion-declaration.ts';
import { doctorDeclaration } from './doctor-declaration.ts';
import { explainDeclaration } from './explain-declaration.ts';
import { initDeclaration } from './init-declaration.ts';
import { judgeDeclaration } from './judge-declaration.ts';
import { loadDeclaration } from './load-declaration.ts';
import { choice, flag, single } from './option-kinds.ts';
import { replayDeclaration } from './replay-declaration.ts';
import { reportOpenDeclaration, reportRenderDeclaration } from './report-declarations.ts';
import { rerunDeclaration } from './rerun-declaration.ts';
import { runDeclaration } from './run-declaration.ts';
import { selfCheckDeclaration } from './self-check-declaration.ts';

const group = 'Options:';

const serveDeclaration: CommandDeclaration = {
  name: 'serve',
  describe: 'start the bundled reference implementation',
  positional: null,
  options: {
    port: single(group, 'N', 'the port to listen on [8080; 0 takes a free one]'),
    minute: single(group, 'DURATION', 'how long its minute lasts [60s]'),
    day: single(group, 'DURATION', 'how long its day lasts [24h]'),
    fault: single(group, 'NAME', 'deviate from the interface document in this one way'),
    variant: single(group, 'NAME', 'conform in this unusual way; in several at once as NAME+NAME'),
    'list-faults': flag(group, 'print the names of all faults and variants'),
  },
  examples: [
    ['serve', 'listen on port 8080; Ctrl-C ends it'],
    ['serve --port 0 --minute 2s', 'a free port, and minutes of two seconds'],
    ['serve --list-faults', 'what --fault and --variant can name'],
  ],
};

export const catalogueFormats = ['table', 'json', 'markdown'] as const;

const requirementsDeclaration: CommandDeclaration = {
  name: 'requirements',
  describe: 'print the requirement catalogue',
  positional: null,
  options: { format: choice(group, 'FORMAT', catalogueFormats, 'table') },
  examples: [
    ['requirements', 'a table for the screen'],
    ['requirements --format json', 'for programs'],
  ],
};

/** Every command of this version, in the order in which the help lists them. */
export const declarations: readonly CommandDeclaration[] = [
  runDeclaration,
  initDeclaration,
  loadDeclaration,
  doctorDeclaration,
  serveDeclaration,
  selfCheckDeclaration,
  requirementsDeclaration,
  explainDeclaration,
  judgeDeclaration,
  compareDeclaration,
  replayDeclaration,
  rerunDeclaration,
  reportOpenDeclaration,
  reportRenderDeclaration,
  completionDeclaration,
];
