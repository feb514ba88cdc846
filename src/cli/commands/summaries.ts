import type { CommandSummary } from '../command.ts';
import { serviceSummaries } from './service-summaries.ts';

const report = {
  name: 'report',
  describe: 'a report.json, or the folder that holds it',
  required: true,
} as const;

/**
 * The texts of every command in the help of the program, in its order. Apart from their options, whose parsers take longer
 * to load than everything that the help needs.
 */
export const summaries = {
  ...serviceSummaries,
  requirements: {
    name: 'requirements',
    describe: 'print the requirement catalogue',
    positional: null,
    examples: [
      ['requirements', 'a table for the terminal'],
      ['requirements --format json', 'for programs'],
    ],
  },
  explain: {
    name: 'explain',
    describe: 'explain one requirement: its source, the requests, the expected responses, examples',
    positional: {
      name: 'id',
      describe: 'the id of a requirement, e.g. list/limit-bounds-count',
      required: true,
    },
    examples: [
      ['explain list/limit-bounds-count', 'what it asks for, and what a violation looks like'],
      ['explain auth/checked-first --format markdown', 'for an issue or a wiki'],
      ['explain quota/never-exceeded --format json', 'for programs'],
    ],
  },
  judge: {
    name: 'judge',
    describe: 'judge traffic that was recorded elsewhere; nothing is sent',
    positional: {
      name: 'file',
      describe: 'a HAR of any program, or the journal.ndjson of a run',
      required: true,
    },
    examples: [
      ['judge recorded.har', 'what a browser, proxy or test run recorded'],
      ['judge recorded.har --base-url https://staging.example.com/v1 --plan free', 'one of several services'],
      ['judge reports/latest/journal.ndjson', 'the traffic of a run, by this version'],
    ],
  },
  compare: {
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
    examples: [
      ['compare reports/main reports/branch', 'status 1 for a new failure of a MUST requirement'],
      ['compare before.json after.json --format markdown', 'for a comment on a pull request'],
      [
        'compare go=reports/go rust=reports/rust java=reports/java --out matrix.html',
        'which implementation conforms in what',
      ],
    ],
  },
  history: {
    name: 'history',
    describe: 'show many reports over time: what broke when, what was fixed, latency and limits',
    positional: {
      name: 'dir',
      describe: 'the folder of the reports; all below it are read',
      required: true,
    },
    examples: [
      ['history reports', 'reports/history.html: requirements by run, what broke and what was fixed'],
      [
        'history reports --target https://staging.example.com/v1 --last 30',
        'the newest 30 runs of one target',
      ],
      ['history reports --format text', 'what changed, in the terminal'],
    ],
  },
  replay: {
    name: 'replay',
    describe: 'send the minimal examples of findings again, and say whether they still fail',
    positional: report,
    others: {
      name: 'id',
      describe: 'the id of a requirement that failed [all of them]',
      required: false,
      repeated: false,
    },
    examples: [
      ['replay reports/latest list/limit-bounds-count', 'does it still fail? status 1 yes, 0 no, 3 unclear'],
      ['replay report.json --base-url http://localhost:8080/v1', 'every finding, at another base URL'],
    ],
  },
  'report render': {
    name: 'report render',
    describe: 'write all reports again from a report.json or a journal.ndjson',
    positional: {
      name: 'file',
      describe: 'a report.json or a journal.ndjson, or the folder of a run',
      required: true,
    },
    examples: [
      ['report render reports/latest/report.json', 'all reports again, in the same folder'],
      ['report render reports/2030-01-01T12-00-00Z-42', 'the report of a run that was killed'],
    ],
  },
  attest: {
    name: 'attest',
    describe: 'state the result of a report as a signed in-toto test result',
    positional: { ...report, describe: 'the report.json of a run, or its folder' },
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
  },
  'verify-report': {
    name: 'verify-report',
    describe: 'verify an attested report: its signature, its files, and its verdicts by its journal',
    positional: { name: 'bundle', describe: 'the file that attest wrote', required: true },
    others: { ...report, repeated: false },
    examples: [
      [
        'verify-report attestation.json reports/latest --public-key signer.pub.pem',
        'status 0 if everything agrees, 1 if not',
      ],
    ],
  },
  completion: {
    name: 'completion',
    describe: 'print a completion script for bash, zsh or fish, whichever SHELL names',
    positional: null,
    examples: [
      ['completion >> ~/.bashrc', 'for bash'],
      ['completion >> ~/.zshrc', 'for zsh'],
    ],
  },
} as const satisfies Readonly<Record<string, CommandSummary>>;
