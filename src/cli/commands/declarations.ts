import type { Command } from '../command.ts';
import { configFormats } from '../init/config-answers.ts';
import { optionsNamed, table } from '../options/table.ts';
import {
  attestDeclaration,
  compareDeclaration,
  formatOption,
  historyDeclaration,
  judgeDeclaration,
  replayDeclaration,
  reportExportDeclaration,
  reportOpenDeclaration,
  reportRenderDeclaration,
  rerunDeclaration,
  verifyReportDeclaration,
} from './report-commands.ts';
import {
  doctorDeclaration,
  loadDeclaration,
  loadExportDeclaration,
  loadMergeDeclaration,
  runDeclaration,
} from './service-commands.ts';

export const initDeclaration: Command = {
  name: 'init',
  describe: 'ask a few questions and write a configuration file',
  positional: {
    name: 'base-url',
    describe: 'the base URL, e.g. https://staging.example.com/v1',
    required: false,
  },
  options: {
    'key-env': table['key-env'],
    plan: {
      ...table.plan,
      group: table.kind.group,
      codec: { ...table.plan.codec, words: [...(table.plan.codec.words ?? []), 'unknown'] },
      otherwise: 'unknown',
    },
    kind: table.kind,
    format: {
      ...formatOption(configFormats, 'ts or js in such a project, else yaml'),
      group: table.kind.group,
    },
    ...optionsNamed('yes', 'force'),
  },
  examples: [
    ['init', 'ask, and write conformance.config.*'],
    ['init --yes', 'use the defaults'],
    ['init https://staging.example.com/v1 --key-env STAGING_KEY --plan free --yes', 'in a script'],
  ],
};

const serveDeclaration: Command = {
  name: 'serve',
  describe: 'start the bundled reference implementation',
  positional: null,
  options: {
    ...optionsNamed('port', 'minute', 'day'),
    fault: { ...table.fault, kind: 'single', default: null },
    variant: { ...table.variant, kind: 'single', default: null },
    'list-faults': table['list-faults'],
  },
  examples: [
    ['serve', 'listen on port 8080 until Ctrl-C'],
    ['serve --port 0 --minute 2s', 'a free port, and a minute of 2 s'],
    ['serve --list-faults', 'the names for --fault and --variant'],
  ],
};

const generatorDeclaration: Command = {
  name: 'generator',
  describe: 'send the bursts of a plan limit measurement from this machine',
  positional: null,
  options: {
    ...optionsNamed('listen', 'token-file', 'target', 'tls-certificate', 'tls-key'),
    ...optionsNamed('resolve', 'ca-file', 'client-certificate', 'client-key'),
  },
  examples: [
    [
      'generator --listen 127.0.0.1:9000 --token-file token --target https://eu.example.com/v1',
      'for a run on the same machine, or through a tunnel',
    ],
    [
      'generator --listen 0.0.0.0:9443 --token-file token --target https://eu.example.com/v1 --tls-certificate cert.pem --tls-key key.pem',
      'for a run on another machine, over HTTPS',
    ],
  ],
};

export const selfCheckDeclaration: Command = {
  name: 'self-check',
  describe: 'try the suite on every seeded fault and every conforming variant',
  positional: null,
  options: {
    fault: { ...table.fault, help: "only faults of that name or glob, e.g. 'limit-*'" },
    variant: {
      ...table.variant,
      help: 'only variants of that name or glob; several at once as NAME+NAME',
    },
    mixtures: table.mixtures,
    ...optionsNamed('only', 'skip', 'effort', 'seed', 'workers', 'report-dir'),
  },
  examples: [
    ['self-check', 'everything'],
    ["self-check --skip 'quota/*'", 'everything but the plan limits, which take some minutes more'],
    ['self-check --fault limit-plus-one', 'one fault; its report is kept if it was missed'],
    ["self-check --only 'list/*' --effort smoke", 'the faults of one group, with few requests'],
    ['self-check --variant slow-answers+gcra --seed 7', 'one service that is unusual in two ways'],
    ["self-check --variant 'fixed-window' --mixtures 100", 'a hundred random mixtures'],
  ],
};

export const catalogueFormats = ['table', 'json', 'markdown'] as const;

const requirementsDeclaration: Command = {
  name: 'requirements',
  describe: 'print the requirement catalogue',
  positional: null,
  options: { format: formatOption(catalogueFormats, 'table') },
  examples: [
    ['requirements', 'a table for the terminal'],
    ['requirements --format json', 'for programs'],
  ],
};

export const explanationFormats = ['text', 'markdown', 'json'] as const;

const explainDeclaration: Command = {
  name: 'explain',
  describe: 'explain one requirement: its source, the requests, the expected responses, examples',
  positional: {
    name: 'id',
    describe: 'the id of a requirement, e.g. list/limit-bounds-count',
    required: true,
  },
  options: { format: formatOption(explanationFormats, 'text') },
  examples: [
    ['explain list/limit-bounds-count', 'what it asks for, and what a violation looks like'],
    ['explain auth/checked-first --format markdown', 'for an issue or a wiki'],
    ['explain quota/never-exceeded --format json', 'for programs'],
  ],
};

const completionDeclaration: Command = {
  name: 'completion',
  describe: 'print a shell completion script',
  positional: { name: 'shell', describe: 'bash, zsh or fish', required: true },
  options: {},
  examples: [
    ['completion bash >> ~/.bash_completion', 'for bash'],
    ['completion zsh > ~/.zfunc/_animal-store-conformance', 'for zsh, where ~/.zfunc is in $fpath'],
    ['completion fish > ~/.config/fish/completions/animal-store-conformance.fish', 'for fish'],
  ],
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
  generatorDeclaration,
  selfCheckDeclaration,
  requirementsDeclaration,
  explainDeclaration,
  judgeDeclaration,
  compareDeclaration,
  historyDeclaration,
  replayDeclaration,
  rerunDeclaration,
  reportOpenDeclaration,
  reportRenderDeclaration,
  reportExportDeclaration,
  attestDeclaration,
  verifyReportDeclaration,
  completionDeclaration,
];
