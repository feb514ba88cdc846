import type { Command } from '../command.ts';
import { optionsNamed, table } from '../options/table.ts';
import {
  attestDeclaration,
  compareDeclaration,
  formatOption,
  historyDeclaration,
  judgeDeclaration,
  replayDeclaration,
  reportRenderDeclaration,
  verifyReportDeclaration,
} from './report-commands.ts';
import {
  doctorDeclaration,
  loadDeclaration,
  loadExportDeclaration,
  loadMergeDeclaration,
  runDeclaration,
} from './service-commands.ts';
import { summaries } from './summaries.ts';

const initDeclaration: Command = {
  ...summaries.init,
  options: { force: table.force },
};

const serveDeclaration: Command = {
  ...summaries.serve,
  options: {
    ...optionsNamed('port', 'minute', 'day'),
    fault: { ...table.fault, kind: 'single', default: null },
    variant: { ...table.variant, kind: 'single', default: null },
    'list-faults': table['list-faults'],
  },
};

export const selfCheckDeclaration: Command = {
  ...summaries['self-check'],
  options: {
    fault: { ...table.fault, help: "only faults of that name or glob, e.g. 'limit-*'" },
    variant: {
      ...table.variant,
      help: 'only variants of that name or glob; several at once as NAME+NAME',
    },
    mixtures: table.mixtures,
    allowance: table.allowance,
    ...optionsNamed('only', 'skip', 'effort', 'seed', 'workers', 'report-dir'),
  },
};

export const catalogueFormats = ['table', 'json', 'markdown'] as const;

const requirementsDeclaration: Command = {
  ...summaries.requirements,
  options: { format: formatOption(catalogueFormats, 'table') },
};

export const explanationFormats = ['text', 'markdown', 'json'] as const;

const explainDeclaration: Command = {
  ...summaries.explain,
  options: { format: formatOption(explanationFormats, 'text') },
};

const completionDeclaration: Command = {
  ...summaries.completion,
  options: {},
};

/** Every command of this version, in the order in which the help lists them. */
export const declarations: readonly Command[] = [
  runDeclaration,
  initDeclaration,
  loadDeclaration,
  loadMergeDeclaration,
  loadExportDeclaration,
  doctorDeclaration,
  serveDeclaration,
  selfCheckDeclaration,
  requirementsDeclaration,
  explainDeclaration,
  judgeDeclaration,
  compareDeclaration,
  historyDeclaration,
  replayDeclaration,
  reportRenderDeclaration,
  attestDeclaration,
  verifyReportDeclaration,
  completionDeclaration,
];
