import type { CommandDeclaration } from '../option-table.ts';
import { flag, list, single } from './option-kinds.ts';
import {
  allowWeakKey,
  catalogue,
  config,
  failOn,
  htmlAssets,
  open,
  outcome,
  planLimit,
  printWaivers,
  reportDir,
  service,
  telling,
  timeout,
  waivers,
  wire,
} from './shared-options.ts';

const target = 'Target:';
const planLimits = 'Plan limits:';
const selection = 'What is verified:';
const limits = 'Limits:';

/** `run`: verifies an implementation. */
export const runDeclaration = {
  name: 'run',
  describe: 'verify an implementation',
  positional: service,
  options: {
    'api-key': {
      ...single(target, 'KEY', 'the key that the run uses; better given as ANIMAL_STORE_API_KEY'),
      inFile: 'secret',
    },
    'allow-weak-key': allowWeakKey(target),
    plan: single(target, 'PLAN', 'the plan of that key: free, pro, business or enterprise'),
    'plan-limit': planLimit(target),
    'revoked-key': { ...single(target, 'KEY', 'a key that must be refused'), inFile: 'secret' },
    'category-id': list(target, 'N', 'a category that exists in the target; repeatable'),
    'name-template': single(
      target,
      'TEXT',
      "a name that the service accepts, with {tag} for the run's tag, where it restricts names [found by the run]",
    ),
    minute: single(target, 'DURATION', "how long the target's minute lasts [60s]"),
    day: single(target, 'DURATION', "how long the target's day lasts [24h]"),
    reference: {
      ...flag(
        target,
        'verify the bundled reference implementation, plan limits included, with a minute of 2 s',
      ),
      inFile: 'no',
    },
    'quota-key': {
      ...list(
        planLimits,
        'PLAN=KEY',
        'a key that the run may use up and nobody else uses, and its plan: measures what that plan grants; repeatable; better given as ANIMAL_STORE_QUOTA_KEYS, parted by commas; with --reference the plan alone',
      ),
      inFile: 'secret',
    },
    'day-quota': flag(planLimits, 'measure the figure of the day too: free takes about 15 minutes more'),
    overshoot: single(
      planLimits,
      'N',
      'requests beyond the limit that a burst may send [half the limit, at most 50]',
    ),
    'probe-ban': flag(planLimits, 'try out what it brings to go on asking after many 429s'),
    only: list(selection, 'GLOB', "only requirements whose id matches, e.g. 'auth/*'; repeatable"),
    skip: list(selection, 'GLOB', 'not the requirements whose id matches; repeatable'),
    'read-only': flag(selection, 'create nothing'),
    disguise: flag(
      selection,
      'send the header fields of an ordinary client and names without a tag, to see whether the service treats this tool differently',
    ),
    effort: single(
      selection,
      'EFFORT',
      'how many examples a property gets: smoke, normal or thorough [normal]',
    ),
    seed: single(selection, 'N', 'the same seed and target, the same requests [random]'),
    'max-requests': single(limits, 'N', 'never send more requests'),
    'max-time': single(
      limits,
      'DURATION',
      'never run longer [30m; smoke 10m, thorough 4h; more for plan limits]',
    ),
    timeout: timeout(limits),
    'consistency-grace': single(limits, 'DURATION', 'how long a new animal may stay out of the list [2s]'),
    'fail-on': failOn,
    'min-decided': single(
      outcome,
      'SHARE',
      'the share of the selected MUST requirements that must be decided, or the exit status is 3 [0.67]',
    ),
    'require-complete': flag(outcome, 'a MUST requirement skipped or inconclusive makes the exit status 3'),
    waivers,
    'print-waivers': printWaivers,
    'strict-waivers': flag(outcome, 'a waiver that covers nothing makes the exit status 1'),
    baseline: single(
      outcome,
      'REPORT',
      'a report of an earlier run: only what got worse since makes the exit status 1',
    ),
    catalogue,
    'report-dir': reportDir,
    'html-assets': htmlAssets,
    open,
    'dry-run': {
      ...flag(outcome, 'print what a run would do and how long it would take; send nothing'),
      inFile: 'no',
    },
    ...wire,
    ...telling,
    config,
  },
  examples: [
    ['run http://localhost:8080/v1', 'verify, with the key in ANIMAL_STORE_API_KEY'],
    ['run', 'the same, in a terminal: asks for the base URL and the key'],
    ['run staging', 'a target of conformance.config.yaml, or .json, .js, .ts'],
    ['run --reference', 'verify the bundled reference implementation'],
    ["run http://localhost:8080/v1 --only 'auth/*' --seed 42", 'one group, with the same requests again'],
    ['run https://staging.example.com/v1 --plan pro --effort smoke', 'at most 55 requests'],
    [
      "run https://staging.example.com/v1 --quota-key free=KEY --only 'quota/*'",
      'does the plan grant what it sells? About 2 minutes',
    ],
    ["run --reference --only 'quota/*'", 'the same on the reference implementation, in about 10 s'],
    ['run https://staging.example.com/v1 --waivers waivers.yaml', 'known failures are told apart'],
    ['run https://staging.example.com/v1 --baseline reports/main', 'only what got worse since fails'],
    ['run https://staging.example.com/v1 --dry-run', 'what would be sent, and how long it would take'],
  ],
} as const satisfies CommandDeclaration;
