import type { CommandSummary } from '../command.ts';

const service = {
  name: 'base-url',
  describe: 'the base URL, e.g. https://staging.example.com/v1, or a target of the configuration file',
  required: false,
} as const;

/** The commands that send requests or serve them. */
export const serviceSummaries = {
  run: {
    name: 'run',
    describe: 'verify an implementation',
    positional: service,
    examples: [
      ['run http://localhost:8080/v1', 'verify, with the key in ANIMAL_STORE_API_KEY'],
      ['run staging', 'a target of conformance.config.yaml or .json'],
      ['run --reference', 'verify the bundled reference implementation'],
      ["run http://localhost:8080/v1 --only 'auth/*' --seed 42", 'one group, with the same requests again'],
      ['run https://staging.example.com/v1 --plan pro --effort smoke', 'about 55 requests, few animals'],
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
  },
  init: {
    name: 'init',
    describe: 'write a commented configuration file',
    positional: {
      name: 'base-url',
      describe: 'the base URL, e.g. https://staging.example.com/v1 [http://localhost:8080/v1]',
      required: false,
    },
    examples: [['init https://staging.example.com/v1', 'conformance.config.yaml, with the target staging']],
  },
  load: {
    name: 'load',
    describe: 'put an implementation under sustained load, every response still verified',
    positional: service,
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
  },
  'load merge': {
    name: 'load merge',
    describe: 'merge the shards of a load into one report; send nothing',
    positional: {
      name: 'dir',
      describe:
        'a folder of --out, a file with its lines, such as the logs of all shards or of k6, or - for stdin',
      required: true,
    },
    others: { name: 'dir', describe: 'further folders or files', required: false, repeated: true },
    examples: [
      ['load merge shards', 'a folder with the outcomes of all shards'],
      ['load merge shard-1 shard-2 shard-3', 'a folder for each'],
      ['load merge shards.log', 'the logs of shards with --out -'],
    ],
  },
  'load export': {
    name: 'load export',
    describe: 'write a Kubernetes manifest or a k6 script that runs the shards of a load',
    positional: { name: 'engine', describe: 'kubernetes or k6', required: true },
    others: { ...service, required: false, repeated: false },
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
  },
  doctor: {
    name: 'doctor',
    describe: 'check connectivity, keys and quota before a run',
    positional: service,
    examples: [
      ['doctor https://staging.example.com/v1', 'is it reachable, the key accepted, the quota sufficient?'],
      ['doctor https://staging.example.com/v1 --read-only', 'the same without creating an animal'],
      [
        'doctor http://localhost:8080/v1 --effort smoke --output json',
        'for a script: status 0 if a run can be made',
      ],
    ],
  },
  serve: {
    name: 'serve',
    describe: 'start the bundled reference implementation',
    positional: null,
    examples: [
      ['serve', 'listen on port 8080 until Ctrl-C'],
      ['serve --port 0 --minute 2s', 'a free port, and a minute of 2 s'],
      ['serve --list-faults', 'the names for --fault and --variant'],
    ],
  },
  'self-check': {
    name: 'self-check',
    describe: 'try the suite on every seeded fault and every conforming variant',
    positional: null,
    examples: [
      ['self-check', 'everything'],
      ["self-check --skip 'quota/*'", 'everything but the plan limits, which take some minutes more'],
      ['self-check --fault limit-plus-one', 'one fault; its report is kept if it was missed'],
      ["self-check --only 'list/*' --effort smoke", 'the faults of one group, with few requests'],
      ['self-check --variant slow-answers+gcra --seed 7', 'one service that is unusual in two ways'],
      ["self-check --variant 'fixed-window' --mixtures 100", 'a hundred random mixtures'],
    ],
  },
} as const satisfies Readonly<Record<string, CommandSummary>>;
