import { listed } from '../../report/words.ts';
import type { Command } from '../command.ts';
import { choice, text } from '../options/codecs.ts';
import { type Single, single } from '../options/option.ts';
import { networkOptions } from '../options/service-options.ts';
import { optionsNamed, table } from '../options/table.ts';
import { summaries } from './summaries.ts';

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
  ...summaries.judge,
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
  ...summaries.compare,
  options: {
    format: formatOption(comparisonFormats, 'by the ending of FILE, else text'),
    out: table.out,
  },
} as const satisfies Command;

export const historyFormats = ['html', 'text', 'json'] as const;

export const historyDeclaration = {
  ...summaries.history,
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
  ...summaries.replay,
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
  ...summaries.attest,
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
  ...summaries['verify-report'],
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
  ...summaries['report render'],
  options: {
    'report-dir': { ...table['report-dir'], otherwise: 'the folder of the file' },
    'html-assets': table['html-assets'],
  },
} as const satisfies Command;
