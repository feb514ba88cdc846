import type { Command } from '../command.ts';
import { text } from '../options/codecs.ts';
import { loadOptions } from '../options/load-options.ts';
import { verdictOptions } from '../options/outcome-options.ts';
import { acrossOptions, planLimitOptions, selectionOptions } from '../options/run-options.ts';
import { networkOptions } from '../options/service-options.ts';
import { optionsNamed, table } from '../options/table.ts';
import { summaries } from './summaries.ts';

const target = optionsNamed(
  'api-key',
  'plan',
  'plan-limit',
  'revoked-key',
  'category-id',
  'name-template',
  'minute',
  'day',
);

export const runDeclaration = {
  ...summaries.run,
  options: {
    ...target,
    reference: {
      ...table.reference,
      help: 'verify the bundled reference implementation, plan limits included, with a minute of 2 s',
    },
    ...planLimitOptions,
    ...selectionOptions,
    ...acrossOptions,
    ...verdictOptions,
    ...optionsNamed('report-dir', 'implementation', 'dry-run', 'output', 'config'),
    ...networkOptions,
  },
  common: [
    'api-key',
    'plan',
    'reference',
    'quota-key',
    'only',
    'read-only',
    'effort',
    'seed',
    'waivers',
    'report-dir',
    'config',
    'dry-run',
  ],
} as const satisfies Command;

export const loadDeclaration = {
  ...summaries.load,
  options: {
    ...optionsNamed('api-key'),
    'quota-key': {
      ...planLimitOptions['quota-key'],
      group: table['api-key'].group,
      help: 'instead of --api-key and --plan: one dedicated key and its plan, so that a 429 within its limit is a finding',
    },
    ...optionsNamed('plan', 'plan-limit', 'category-id', 'name-template', 'minute', 'day', 'reference'),
    ...loadOptions,
    workers: {
      ...table.workers,
      group: table.shard.group,
      help: 'make the load in N processes of this machine, one per core, and merge their outcomes',
      repeated: 'whole run',
      otherwise: '1',
    },
    out: {
      ...table.out,
      group: table.shard.group,
      codec: text('DIR'),
      help: 'the folder for the outcome of a shard, which all shards may share; - writes lines of JSON to stdout',
      otherwise: 'none',
    },
    ...optionsNamed('read-only', 'seed', 'timeout', 'fail-on', 'waivers', 'catalogue'),
    ...optionsNamed('report-dir', 'output', 'config'),
    ...networkOptions,
  },
  common: [
    'api-key',
    'plan',
    'reference',
    'rate',
    'connections',
    'duration',
    'mix',
    'read-only',
    'beyond-limit',
    'objective',
    'report-dir',
  ],
} as const satisfies Command;

export const loadExportDeclaration = {
  ...summaries['load export'],
  options: {
    ...optionsNamed('shards', 'image', 'secret', 'claim', 'sample'),
    'start-at': {
      ...table['start-at'],
      group: table.shards.group,
      help: 'kubernetes: when all shards start, e.g. 2030-01-01T12:00:00Z',
      otherwise: 'in 10 minutes',
    },
    out: table.out,
    ...optionsNamed('plan', 'plan-limit', 'category-id', 'name-template', 'minute', 'day'),
    ...optionsNamed('rate', 'connections', 'duration', 'warmup', 'ramp', 'mix', 'max-creations'),
    ...optionsNamed('beyond-limit', 'objective'),
    ...optionsNamed('read-only', 'seed', 'timeout', 'fail-on', 'catalogue', 'config'),
  },
} as const satisfies Command;

export const loadMergeDeclaration = {
  ...summaries['load merge'],
  options: optionsNamed('report-dir'),
} as const satisfies Command;

export const doctorDeclaration = {
  ...summaries.doctor,
  options: {
    ...target,
    'quota-key': {
      ...planLimitOptions['quota-key'],
      help: 'a dedicated key for plan limits and its plan: one request is sent with it',
    },
    place: planLimitOptions.place,
    ...optionsNamed('only', 'skip'),
    'read-only': {
      ...selectionOptions['read-only'],
      help: 'create nothing; without it, two animals are created, to find a category and names',
    },
    ...optionsNamed('effort', 'timeout', 'output', 'config'),
    ...networkOptions,
  },
  common: ['api-key', 'plan', 'revoked-key', 'quota-key', 'read-only', 'effort', 'output'],
} as const satisfies Command;
