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

const initDeclaration: Command = {
  name: 'init',
  describe: 'write a commented configuration file',
  positionals: [
    {
      name: 'base-url',
      describe: 'the base URL, e.g. https://staging.example.com/v1 [http://localhost:8080/v1]',
      required: false,
    },
  ],
  examples: [['init https://staging.example.com/v1', 'conformance.config.yaml, with the target staging']],
  load: async () => (await import('./init.ts')).initCommand,
  options: { force: table.force },
};

const serveDeclaration: Command = {
  name: 'serve',
  describe: 'start the bundled reference implementation',
  examples: [
    ['serve', 'listen on port 8080 until Ctrl-C'],
    ['serve --port 0 --minute 2s', 'a free port, and a minute of 2 s'],
    ['serve --list-faults', 'the names for --fault and --variant'],
  ],
  load: async () => (await import('./serve.ts')).serveCommand,
  options: {
    ...optionsNamed('port', 'minute', 'day'),
    fault: { ...table.fault, kind: 'single', default: null },
    variant: { ...table.variant, kind: 'single', default: null },
    'list-faults': table['list-faults'],
  },
};

const selfCheckDeclaration: Command = {
  name: 'self-check',
  describe: 'try the suite on every seeded fault and every conforming variant',
  examples: [
    ['self-check', 'everything'],
    ["self-check --skip 'quota/*'", 'everything but the plan limits, which take some minutes more'],
    ['self-check --fault limit-plus-one', 'one fault; its report is kept if it was missed'],
    ["self-check --only 'list/*' --effort smoke", 'the faults of one group, with few requests'],
    ['self-check --variant slow-answers+gcra --seed 7', 'one service that is unusual in two ways'],
    ["self-check --variant 'fixed-window' --mixtures 100", 'a hundred random mixtures'],
  ],
  load: async () => (await import('./self-check.ts')).selfCheckCommand,
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
  name: 'requirements',
  describe: 'print the requirement catalogue',
  examples: [
    ['requirements', 'a table for the terminal'],
    ['requirements --format json', 'for programs'],
  ],
  load: async () => (await import('./catalogue.ts')).requirementsCommand,
  options: { format: formatOption(catalogueFormats, 'table') },
};

export const explanationFormats = ['text', 'markdown', 'json'] as const;

const explainDeclaration: Command = {
  name: 'explain',
  describe: 'explain one requirement: its source, the requests, the expected responses, examples',
  positionals: [
    {
      name: 'id',
      describe: 'the id of a requirement, e.g. list/limit-bounds-count',
      required: true,
    },
  ],
  examples: [
    ['explain list/limit-bounds-count', 'what it asks for, and what a violation looks like'],
    ['explain auth/checked-first --format markdown', 'for an issue or a wiki'],
    ['explain quota/never-exceeded --format json', 'for programs'],
  ],
  load: async () => (await import('./catalogue.ts')).explainCommand,
  options: { format: formatOption(explanationFormats, 'text') },
};

const completionDeclaration: Command = {
  name: 'completion',
  describe: 'print a completion script for bash, zsh or fish, whichever SHELL names',
  examples: [
    ['completion >> ~/.bashrc', 'for bash'],
    ['completion >> ~/.zshrc', 'for zsh'],
  ],
  load: async () => (await import('../completion.ts')).completionCommand,
  options: {},
};

/** Every command of this version, in the order in which the help lists them. */
export const commands: readonly Command[] = [
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
