import { listed } from '../../report/words.ts';
import type { Command } from '../command.ts';
import { choice, text } from '../options/codecs.ts';
import { type Single, single } from '../options/option.ts';
import { networkOptions } from '../options/service-options.ts';
import { optionsNamed, table } from '../options/table.ts';

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

const report = {
  name: 'report',
  describe: 'a report.json, or the folder that holds it',
  required: true,
} as const;

export const judgeDeclaration = {
  name: 'judge',
  describe: 'judge traffic that was recorded elsewhere; nothing is sent',
  positional: {
    name: 'file',
    describe: 'a HAR of any program, or the journal.ndjson of a run',
    required: true,
  },
  options: {
    'base-url': {
      ...table['base-url'],
      help: 'the base URL to judge, if the recording has requests to several',
      otherwise: 'the only one',
    },
    'api-key': { ...table['api-key'], help: 'the API key that was valid during the recording' },
    ...optionsNamed('allow-weak-key', 'plan', 'plan-limit', 'minute', 'day', 'fail-on', 'report-dir'),
  },
  examples: [
    ['judge recorded.har', 'what a browser, proxy or test run recorded'],
    ['judge recorded.har --base-url https://staging.example.com/v1 --plan free', 'one of several services'],
    ['judge reports/latest/journal.ndjson', 'the traffic of a run, by this version'],
  ],
} as const satisfies Command;

export const comparisonFormats = ['text', 'markdown', 'json', 'html'] as const;

export const compareDeclaration = {
  name: 'compare',
  describe: 'compare reports: what broke and what was fixed, or the matrix of implementations',
  positional: {
    name: 'a',
    describe: 'the earlier report: a folder, report.json or journal.ndjson; NAME=PATH names it',
    required: true,
  },
  others: {
    name: 'b',
    describe: 'the later one; three reports and more are shown as a matrix',
    required: true,
    repeated: true,
  },
  options: {
    format: formatOption(comparisonFormats, 'by the ending of FILE, else text'),
    out: table.out,
  },
  examples: [
    ['compare reports/main reports/branch', 'status 1 for a new failure of a MUST requirement'],
    ['compare before.json after.json --format markdown', 'for a comment on a pull request'],
    [
      'compare go=reports/go rust=reports/rust java=reports/java --out matrix.html',
      'which implementation conforms in what',
    ],
  ],
} as const satisfies Command;

export const historyFormats = ['html', 'text', 'json'] as const;

export const historyDeclaration = {
  name: 'history',
  describe: 'show many reports over time: what broke when, what was fixed, latency and limits',
  positional: {
    name: 'dir',
    describe: 'the folder of the reports; all below it are read',
    required: true,
  },
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
  examples: [
    ['history reports', 'reports/history.html: requirements by run, what broke and what was fixed'],
    ['history reports --target https://staging.example.com/v1 --last 30', 'the newest 30 runs of one target'],
    ['history reports --format text', 'what changed, in the terminal'],
  ],
} as const satisfies Command;

const ofTarget = {
  'base-url': { ...table['base-url'], help: "a base URL other than the report's" },
  ...optionsNamed('api-key', 'allow-weak-key', 'revoked-key'),
  'quota-key': {
    ...table['quota-key'],
    help: 'for findings of quota/: a dedicated key that may be exhausted, and its plan',
  },
  timeout: { ...table.timeout, default: null, otherwise: "the report's" },
  ...networkOptions,
  config: table.config,
} as const;

export const replayDeclaration = {
  name: 'replay',
  describe: 'send the minimal example of a finding again, and say whether it still fails',
  positional: report,
  others: {
    name: 'id',
    describe: 'the id of a requirement that failed [the first]',
    required: false,
    repeated: false,
  },
  options: { all: table.all, ...ofTarget },
  examples: [
    ['replay reports/latest list/limit-bounds-count', 'does it still fail? status 1 yes, 0 no, 3 unclear'],
    ['replay reports/latest', 'the first finding'],
    ['replay report.json --all --base-url http://localhost:8080/v1', 'all of them, at another base URL'],
  ],
} as const satisfies Command;

export const rerunDeclaration = {
  name: 'rerun',
  describe: 'run a report again with its seed, effort and target, or only what failed in it',
  positional: report,
  options: {
    failed: table.failed,
    ...ofTarget,
    ...optionsNamed('print-waivers', 'report-dir', 'open', 'output'),
  },
  examples: [
    ['rerun --failed reports/latest', 'the failures of that run, with the key in ANIMAL_STORE_API_KEY'],
    ['rerun --failed report.json --base-url http://localhost:8080/v1', 'the same at another base URL'],
    ['rerun report.json', 'the whole run'],
  ],
} as const satisfies Command;

export const attestDeclaration = {
  name: 'attest',
  describe: 'state the result of a report as a signed in-toto test result',
  positional: { ...report, describe: 'the report.json of a run, or its folder' },
  options: {
    ...optionsNamed('implementation', 'key'),
    out: {
      ...table.out,
      help: 'where to write the signed bundle',
      otherwise: 'attestation.json beside the report',
    },
  },
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
} as const satisfies Command;

export const verifyReportDeclaration = {
  name: 'verify-report',
  describe: 'verify an attested report: its signature, its files, and its verdicts by its journal',
  positional: { name: 'bundle', describe: 'the file that attest wrote', required: true },
  others: { ...report, repeated: false },
  options: {
    'public-key': table['public-key'],
    implementation: {
      ...table.implementation,
      help: 'the implementation that must be attested',
      otherwise: 'any',
    },
  },
  examples: [
    [
      'verify-report attestation.json reports/latest --public-key signer.pub.pem',
      'status 0 if everything agrees, 1 if not',
    ],
  ],
} as const satisfies Command;

export const reportRenderDeclaration = {
  name: 'report render',
  describe: 'write all reports again from a report.json or a journal.ndjson',
  positional: {
    name: 'file',
    describe: 'a report.json or a journal.ndjson, or the folder of a run',
    required: true,
  },
  options: {
    'report-dir': { ...table['report-dir'], otherwise: 'the folder of the file' },
    'html-assets': table['html-assets'],
  },
  examples: [
    ['report render reports/latest/report.json', 'all reports again, in the same folder'],
    ['report render reports/2030-01-01T12-00-00Z-42', 'the report of a run that was killed'],
  ],
} as const satisfies Command;

export const reportOpenDeclaration = {
  name: 'report open',
  describe: 'open the HTML report of a run in the browser',
  positional: {
    name: 'dir',
    describe: 'the folder of a report [reports/latest]',
    required: false,
  },
  options: {},
  examples: [
    ['report open', 'the newest report with a verdict under reports/'],
    ['report open reports/main', 'the report in this folder'],
  ],
} as const satisfies Command;

export const exportFormats = ['hurl', 'vitest'] as const;

export const reportExportDeclaration = {
  name: 'report export',
  describe: 'write the findings of a report as a Hurl file or Vitest tests, which need no suite',
  positional: {
    name: 'dir',
    describe: 'the report.json of a run, or the folder that holds it [reports/latest]',
    required: false,
  },
  options: {
    format: formatOption(exportFormats, 'by the ending of FILE: .hurl, or .js, .mjs and .ts'),
    out: table.out,
    only: { ...table.only, help: "only findings of these requirements, e.g. 'auth/*'" },
  },
  examples: [
    ['report export --out findings.hurl', 'for Hurl: hurl --test findings.hurl'],
    ['report export reports/main --out findings.test.mjs', 'for Vitest, and for who fixes the service'],
    ['report export --format hurl --only list/limit-bounds-count', 'one requirement, in the terminal'],
  ],
} as const satisfies Command;
