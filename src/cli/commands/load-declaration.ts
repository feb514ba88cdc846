import type { CommandDeclaration } from '../option-table.ts';
import { flag, list, single } from './option-kinds.ts';
import {
  allowWeakKey,
  catalogue,
  config,
  failOn,
  htmlAssets,
  outcome,
  planLimit,
  reportDir,
  service,
  telling,
  timeout,
  waivers,
  wire,
} from './shared-options.ts';

const target = 'Target:';
const traffic = 'Load:';
const limits = 'Limits:';

/** `load`: sustained load, every response still verified. */
export const loadDeclaration = {
  name: 'load',
  describe: 'put an implementation under sustained load, every response still verified',
  positional: service,
  options: {
    'api-key': {
      ...single(target, 'KEY', 'the key that the load uses; better given as ANIMAL_STORE_API_KEY'),
      inFile: 'secret',
    },
    'allow-weak-key': allowWeakKey(target),
    'quota-key': {
      ...list(
        target,
        'PLAN=KEY',
        'instead of --api-key and --plan: a key that nobody else uses, so that a 429 within its limit is a finding; at most one',
      ),
      inFile: 'secret',
    },
    plan: single(target, 'PLAN', 'the plan of that key: free, pro, business or enterprise'),
    'plan-limit': planLimit(target),
    'category-id': list(target, 'N', 'a category that exists in the target; repeatable'),
    reference: {
      ...flag(target, 'load the bundled reference implementation, started on a free port'),
      inFile: 'no',
    },
    minute: single(target, 'DURATION', "how long the target's minute lasts [60s]"),
    day: single(target, 'DURATION', "how long the target's day lasts [24h]"),
    rate: single(
      traffic,
      'R',
      'requests a second, evenly spaced whatever the answers do (open loop); without it each connection sends as fast as it is answered (closed loop)',
    ),
    connections: single(
      traffic,
      'N',
      'connections at once, at most [50; with --rate twice the rate, 100 to 2000]',
    ),
    duration: single(traffic, 'DURATION', 'how long is measured [30s]'),
    warmup: single(traffic, 'DURATION', 'load before that, which the figures leave out [0s]'),
    ramp: single(
      traffic,
      'DURATION',
      'how long the load takes to grow to its height, before the warm-up [0s]',
    ),
    mix: single(traffic, 'MIX', 'the weight of each operation [list=70,get=20,create=10]'),
    'read-only': flag(traffic, 'create nothing'),
    seed: single(traffic, 'N', 'the same seed, the same order of operations [random]'),
    timeout: timeout(limits),
    'max-creations': single(
      limits,
      'N',
      'never create more animals, which stay behind; the load ends there [10000]',
    ),
    'beyond-limit': flag(
      limits,
      'go beyond the allowance of the key: answers 429 are counted then, and the key may be banned',
    ),
    objective: list(
      outcome,
      'RULE',
      "what must be reached, e.g. 'p99<250ms', 'errors<0.1%', 'rate>=500/s', 'get.p99.9<1s'; repeatable",
    ),
    'fail-on': failOn,
    waivers,
    catalogue,
    'report-dir': reportDir,
    'html-assets': htmlAssets,
    ...wire,
    ...telling,
    config,
  },
  examples: [
    ['load --reference --rate 50 --duration 10s', 'try it on the bundled reference implementation'],
    [
      "load http://localhost:8080/v1 --rate 50 --duration 1m --objective 'p99<250ms' --objective 'errors<0.1%'",
      '50 requests a second, with what must be reached',
    ],
    [
      'load http://localhost:8080/v1 --connections 20 --read-only',
      'as fast as 20 connections can, within the allowance',
    ],
    [
      'load http://localhost:8080/v1 --rate 1000 --warmup 10s --ramp 20s --beyond-limit',
      'grow to 1,000 a second, beyond the limit of the key',
    ],
  ],
} as const satisfies CommandDeclaration;
