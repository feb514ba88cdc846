import { defaulted, flag, type Options, single } from './option.ts';
import * as value from './values.ts';

const verdict = 'Verdict:';
const report = 'Report and output:';

export const verdictOptions = {
  'fail-on': defaulted(
    verdict,
    value.choice('LEVEL', ['must', 'should']),
    'must',
    'the level of requirement whose violation makes the exit status 1: must or should',
    { repeated: 'whole run' },
  ),
  'min-decided': single(
    verdict,
    value.share,
    'the share of the selected MUST requirements to decide, else the exit status is 3; only 1 counts those that need an option which is not given',
    { repeated: 'whole run', otherwise: '0.67' },
  ),
  'require-complete': flag(verdict, 'the same as --min-decided 1', {
    scope: 'command line',
    repeated: 'whole run',
  }),
  waivers: single(
    verdict,
    value.text('FILE'),
    'known failures, each with a reason and an expiry date (YAML or JSON)',
    { scope: 'file', repeated: 'whole run' },
  ),
  'print-waivers': flag(verdict, 'print waivers for the failures, to paste into the file of --waivers', {
    scope: 'command line',
  }),
  baseline: single(
    verdict,
    value.text('REPORT'),
    'the report of an earlier run: only new failures make the exit status 1',
    { scope: 'file', repeated: 'whole run' },
  ),
  catalogue: single(
    verdict,
    value.wholeNumber('VERSION', 1),
    'judge by this version of the catalogue: later requirements are reported, and fail nothing',
    { repeated: 'whole run', otherwise: 'the newest' },
  ),
} as const satisfies Options;

export const outputOptions = {
  'report-dir': single(
    report,
    value.text('DIR'),
    'where to write the reports: index.html, report.json, junit.xml, summary.md …',
    {
      otherwise: 'a new folder under reports/',
    },
  ),
  implementation: single(
    report,
    value.implementation,
    'the tested implementation, for the report: an image with its digest, NAME@sha256:…, or a commit, NAME@gitCommit:…',
    { repeated: 'whole run', otherwise: 'none' },
  ),
  'dry-run': flag(report, 'print what a run would send and how long it would take; send nothing', {
    scope: 'command line',
  }),
  output: defaulted(
    report,
    value.choice('MODE', ['normal', 'quiet', 'json']),
    'normal',
    'the output: quiet, only the verdict and the path of the report; json, one event per line',
    { scope: 'file' },
  ),
  config: single(report, value.text('FILE'), 'the configuration file', {
    scope: 'command line',
    repeated: 'checks',
    otherwise: 'conformance.config.yaml or .json',
  }),
} as const satisfies Options;
