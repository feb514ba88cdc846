import type { Command } from '../command.ts';
import { loadOptions } from '../options/load-options.ts';
import { verdictOptions } from '../options/outcome-options.ts';
import { acrossOptions, planLimitOptions, selectionOptions } from '../options/run-options.ts';
import { networkOptions } from '../options/service-options.ts';
import { optionsNamed, table } from '../options/table.ts';
import { text } from '../options/values.ts';

const service = {
  name: 'base-url',
  describe: 'the base URL, e.g. https://staging.example.com/v1, or a target of the configuration file',
  required: false,
} as const;

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
  name: 'run',
  describe: 'verify an implementation',
  positionals: [service],
  examples: [
    ['run http://localhost:8080/v1', 'verify, with the key in ANIMAL_STORE_API_KEY'],
    ['run staging', 'a target of conformance.config.yaml or .json'],
    ['run --reference', 'verify the bundled reference implementation'],
    ["run http://localhost:8080/v1 --only 'auth/*' --seed 42", 'one group, with the same requests again'],
    ['run https://staging.example.com/v1 --plan pro --effort smoke', 'at most 60 requests, few animals'],
    [
      "run https://staging.example.com/v1 --quota-key free=KEY --only 'quota/*' --only 'rate/*'",
      'verify the limits of the Free plan, in about 2 minutes',
    ],
    ['run https://staging.example.com/v1 --waivers waivers.yaml', 'accept known failures'],
    ['run https://staging.example.com/v1 --baseline reports/main', 'fail only for new failures'],
    [
      "run https://staging.example.com/v1 --across './deploy.sh staging'",
      'verify, deploy, and verify what must outlive the deployment',
    ],
    ['run https://staging.example.com/v1 --dry-run', 'what would be sent, and how long it would take'],
  ],
  load: async () => (await import('./run.ts')).runCommand,
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
  name: 'load',
  describe: 'put an implementation under sustained load, every response still verified',
  positionals: [service],
  examples: [
    ['load --reference --rate 50 --duration 10s', 'try it on the bundled reference implementation'],
    [
      "load http://localhost:8080/v1 --rate 50 --duration 1m --objective 'p99<250ms' --objective 'errors<0.1%'",
      '50 requests per second, with objectives',
    ],
    [
      'load http://localhost:8080/v1 --connections 20 --read-only',
      'as fast as 20 connections can, within the limit of the key',
    ],
    [
      'load http://localhost:8080/v1 --rate 1000 --warmup 10s --ramp 20s --beyond-limit',
      'ramp up to 1,000 requests per second, beyond the limit of the key',
    ],
    [
      'load http://localhost:8080/v1 --rate 20000 --workers 4 --beyond-limit',
      'by 4 processes of this machine',
    ],
    [
      'load https://staging.example.com/v1 --rate 5000 --shard 3/8 --start-at 2030-01-01T12:00:00Z --out shards',
      'the third of eight shards, each on a machine of its own',
    ],
  ],
  load: async () => (await import('./load.ts')).loadCommand,
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
  name: 'load export',
  describe: 'write a Kubernetes manifest or a k6 script that runs the shards of a load',
  positionals: [
    { name: 'engine', describe: 'kubernetes or k6', required: true },
    { ...service, required: false },
  ],
  examples: [
    [
      'load export kubernetes https://staging.example.com/v1 --rate 20000 --duration 10m --shards 20 --image registry.example.com/animal-store-conformance:0.1.0',
      'an Indexed Job of 20 pods',
    ],
    [
      'load export k6 https://staging.example.com/v1 --rate 500 --duration 10m --out load.js',
      'a script for k6; with --shards N a TestRun of the k6-operator',
    ],
  ],
  load: async () => (await import('./load-export.ts')).loadExportCommand,
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
  name: 'load merge',
  describe: 'merge the shards of a load into one report; send nothing',
  positionals: [
    {
      name: 'dir',
      describe:
        'a folder of --out, a file with its lines, such as the logs of all shards or of k6, or - for stdin',
      required: true,
    },
    { name: 'more', describe: 'further folders or files', required: false, repeated: true },
  ],
  examples: [
    ['load merge shards', 'a folder with the outcomes of all shards'],
    ['load merge shard-1 shard-2 shard-3', 'a folder for each'],
    ['load merge shards.log', 'the logs of shards with --out -'],
  ],
  load: async () => (await import('./load-merge.ts')).loadMergeCommand,
  options: optionsNamed('report-dir'),
} as const satisfies Command;

export const doctorDeclaration = {
  name: 'doctor',
  describe: 'check connectivity, keys and quota before a run',
  positionals: [service],
  examples: [
    ['doctor https://staging.example.com/v1', 'is it reachable, the key accepted, the quota sufficient?'],
    ['doctor https://staging.example.com/v1 --read-only', 'the same without creating an animal'],
    [
      'doctor http://localhost:8080/v1 --effort smoke --output json',
      'for a script: status 0 if a run can be made',
    ],
  ],
  load: async () => (await import('./doctor.ts')).doctorCommand,
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
