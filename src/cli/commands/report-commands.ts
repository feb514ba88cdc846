import { listed } from '../../report/words.ts';
import type { Command } from '../command.ts';
import { type Single, single } from '../options/option.ts';
import { networkOptions } from '../options/service-options.ts';
import { optionsNamed, table } from '../options/table.ts';
import { choice, text } from '../options/values.ts';

const report = {
  name: 'report',
  describe: 'a report.json, or the folder that holds it',
  required: true,
} as const;

/** The option `--format` of a command. @param otherwise a description of the default */
export function formatOption<Word extends string>(
  words: readonly Word[],
  otherwise: string,
): Single<Word, null> {
  return single('Options:', choice('FORMAT', words), listed(words, 'or'), {
    scope: 'command line',
    otherwise,
  });
}

export const judgeDeclaration = {
  name: 'judge',
  describe: 'judge traffic that was recorded elsewhere; nothing is sent',
  positionals: [
    {
      name: 'file',
      describe: 'a HAR of any program, or the journal.ndjson of a run',
      required: true,
    },
  ],
  examples: [
    ['judge recorded.har', 'what a browser, proxy or test run recorded'],
    ['judge recorded.har --base-url https://staging.example.com/v1 --plan free', 'one of several services'],
    ['judge reports/latest/journal.ndjson', 'the traffic of a run, by this version'],
  ],
  load: async () => (await import('./judge.ts')).judgeCommand,
  options: {
    'base-url': {
      ...table['base-url'],
      help: 'the base URL to judge, if the recording has requests to several',
      otherwise: 'the only one',
    },
    'api-key': { ...table['api-key'], help: 'the API key that was valid during the recording' },
    ...optionsNamed('plan', 'plan-limit', 'minute', 'day', 'fail-on', 'report-dir'),
  },
} as const satisfies Command;

export const comparisonFormats = ['text', 'markdown', 'json', 'html'] as const;

export const compareDeclaration = {
  name: 'compare',
  describe: 'compare reports: what broke and what was fixed, or the matrix of implementations',
  positionals: [
    {
      name: 'a',
      describe: 'the earlier report: a folder, report.json or journal.ndjson; NAME=PATH names it',
      required: true,
    },
    {
      name: 'b',
      describe: 'the later one; three reports and more are shown as a matrix',
      required: true,
      repeated: true,
    },
  ],
  examples: [
    ['compare reports/main reports/branch', 'status 1 for a new failure of a MUST requirement'],
    ['compare before.json after.json --format markdown', 'for a comment on a pull request'],
    [
      'compare go=reports/go rust=reports/rust java=reports/java --out matrix.html',
      'which implementation conforms in what',
    ],
  ],
  load: async () => (await import('./compare.ts')).compareCommand,
  options: {
    format: formatOption(comparisonFormats, 'by the ending of FILE, else text'),
    out: table.out,
  },
} as const satisfies Command;

export const historyFormats = ['html', 'text', 'json'] as const;

export const historyDeclaration = {
  name: 'history',
  describe: 'show many reports over time: what broke when, what was fixed',
  positionals: [
    {
      name: 'dir',
      describe: 'the folder of the reports; all below it are read',
      required: true,
    },
  ],
  examples: [
    ['history reports', 'reports/history.html: requirements by run, what broke and what was fixed'],
    ['history reports --target https://staging.example.com/v1 --last 30', 'the newest 30 runs of one target'],
    ['history reports --format text', 'what changed, in the terminal'],
  ],
  load: async () => (await import('./history.ts')).historyCommand,
  options: {
    format: formatOption(historyFormats, 'by the ending of FILE, else html'),
    out: { ...table.out, otherwise: 'history.html in that folder; text and json: the terminal' },
    target: {
      ...table.target,
      codec: text('URL'),
      help: 'only reports of this base URL, or of the reference implementation: reference',
      otherwise: 'all, each target apart',
    },
    last: table.last,
  },
} as const satisfies Command;

export const replayDeclaration = {
  name: 'replay',
  describe: 'send the minimal examples of findings again, and say whether they still fail',
  positionals: [
    report,
    {
      name: 'id',
      describe: 'the id of a requirement that failed [all of them]',
      required: false,
    },
  ],
  examples: [
    ['replay reports/latest list/limit-bounds-count', 'does it still fail? status 1 yes, 0 no, 3 unclear'],
    ['replay report.json --base-url http://localhost:8080/v1', 'every finding, at another base URL'],
  ],
  load: async () => (await import('./replay.ts')).replayCommand,
  options: {
    'base-url': { ...table['base-url'], help: "a base URL other than the report's" },
    ...optionsNamed('api-key', 'revoked-key'),
    'quota-key': {
      ...table['quota-key'],
      help: 'for findings of quota/: a dedicated key that may be exhausted, and its plan',
    },
    place: { ...table.place, help: 'for findings of quota/: a further address of the same service' },
    timeout: { ...table.timeout, default: null, otherwise: "the report's" },
    ...networkOptions,
    config: table.config,
  },
} as const satisfies Command;

export const attestDeclaration = {
  name: 'attest',
  describe: 'state the result of a report as a signed in-toto test result',
  positionals: [{ ...report, describe: 'the report.json of a run, or its folder' }],
  examples: [
    [
      'attest reports/latest --implementation registry.example.com/animal-store@sha256:… --key signer.pem',
      'attestation.json: a Sigstore bundle, and predicate.json',
    ],
    [
      'attest reports/latest --implementation animal-store@gitCommit:…',
      'only predicate.json, for the attest action of a pipeline',
    ],
  ],
  load: async () => (await import('./attest.ts')).attestCommand,
  options: {
    implementation: {
      ...table.implementation,
      group: table.key.group,
      help: 'the tested implementation: an image with its digest, NAME@sha256:…, or a commit, NAME@gitCommit:…',
      otherwise: 'what the report says',
    },
    key: table.key,
    out: {
      ...table.out,
      help: 'where to write the signed bundle',
      otherwise: 'attestation.json beside the report',
    },
  },
} as const satisfies Command;

export const verifyReportDeclaration = {
  name: 'verify-report',
  describe: 'verify an attested report: its signature, its files, and its verdicts by its journal',
  positionals: [{ name: 'bundle', describe: 'the file that attest wrote', required: true }, report],
  examples: [
    [
      'verify-report attestation.json reports/latest --public-key signer.pub.pem',
      'status 0 if everything agrees, 1 if not',
    ],
  ],
  load: async () => (await import('./verify-report.ts')).verifyReportCommand,
  options: {
    'public-key': table['public-key'],
    implementation: {
      ...table.implementation,
      group: table['public-key'].group,
      help: 'the implementation that must be attested',
      otherwise: 'any',
    },
  },
} as const satisfies Command;

export const reportRenderDeclaration = {
  name: 'report render',
  describe: 'write all reports again from a report.json or a journal.ndjson',
  positionals: [
    {
      name: 'file',
      describe: 'a report.json or a journal.ndjson, or the folder of a run',
      required: true,
    },
  ],
  examples: [
    ['report render reports/latest/report.json', 'all reports again, in the same folder'],
    ['report render reports/2030-01-01T12-00-00Z-42', 'the report of a run that was killed'],
  ],
  load: async () => (await import('./report-render.ts')).reportRenderCommand,
  options: {
    'report-dir': { ...table['report-dir'], otherwise: 'the folder of the file' },
    'html-assets': table['html-assets'],
  },
} as const satisfies Command;
