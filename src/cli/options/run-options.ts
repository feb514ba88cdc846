import { defaulted, flag, list, type Options, single } from './option.ts';
import * as service from './service-values.ts';
import * as value from './values.ts';

const planLimits = 'Plan limits:';
const selection = 'Selection:';
const bounds = 'Bounds:';
const acrossGroup = 'Restart or deployment:';
const ofChecks = { repeated: 'checks' } as const;
const ofRun = { repeated: 'whole run' } as const;
/** Never from a configuration file: the user requests each deployment. */
const ofCommandLine = { scope: 'command line', repeated: 'whole run' } as const;

export const planLimitOptions = {
  'quota-key': list(
    planLimits,
    service.quotaKey,
    'a dedicated key that the run may exhaust, and its plan, to measure the limits of that plan; preferably set ANIMAL_STORE_QUOTA_KEYS, comma-separated; with --reference the plan alone',
    { secret: true, variable: 'ANIMAL_STORE_QUOTA_KEYS', repeated: 'plan limits' },
  ),
  'day-quota': flag(planLimits, 'measure the daily limit too, which takes 15 minutes or more on Free', {
    repeated: 'plan limits',
  }),
  overshoot: single(
    planLimits,
    value.wholeNumber('N', 1, 10_000),
    'requests that a burst may send beyond the limit',
    { repeated: 'plan limits', otherwise: 'half the limit, at most 50' },
  ),
  'probe-ban': flag(planLimits, 'keep sending after repeated 429s, to detect a temporary ban', {
    repeated: 'plan limits',
  }),
  place: list(
    planLimits,
    service.place,
    'a further address of the same service, a base URL or an IP address, to which bursts are dealt out too',
    { repeated: 'plan limits' },
  ),
} as const satisfies Options;

export const acrossOptions = {
  across: single(
    acrossGroup,
    value.text('COMMAND'),
    'run this shell command after the checks, such as a restart or deployment, and verify what must outlive it',
    ofCommandLine,
  ),
  after: single(
    acrossGroup,
    value.text('REPORT'),
    'the report folder of a run before a restart or deployment, which something else has carried out since',
    ofCommandLine,
  ),
  'across-timeout': defaulted(
    acrossGroup,
    value.duration(),
    '60s',
    'how long the service may take to respond again after the command',
    ofCommandLine,
  ),
} as const satisfies Options;

export const selectionOptions = {
  only: list(selection, service.glob, "only requirements whose id matches, e.g. 'auth/*'", ofRun),
  skip: list(selection, service.glob, 'skip requirements whose id matches', ofRun),
  'read-only': flag(selection, 'create nothing', ofChecks),
  effort: defaulted(
    selection,
    value.choice('EFFORT', ['smoke', 'normal', 'thorough']),
    'normal',
    'how many examples are sent: smoke, normal or thorough',
    ofRun,
  ),
  seed: single(
    selection,
    value.wholeNumber('N', 0, 2 ** 32 - 1),
    'the seed of everything that is random: the same seed sends the same requests',
    { otherwise: 'random' },
  ),
  'max-requests': single(bounds, value.wholeNumber('N', 1), 'send at most N requests', ofRun),
  'max-time': single(bounds, value.duration(), 'run no longer than this', {
    repeated: 'whole run',
    otherwise: '30m; smoke 10m, thorough 4h; more for plan limits and --across',
  }),
  timeout: defaulted(bounds, value.duration(), '10s', 'how long to wait for a response', ofChecks),
  'consistency-grace': defaulted(
    bounds,
    value.duration('zero allowed'),
    '2s',
    'how long a new animal may be missing from lists',
    ofChecks,
  ),
} as const satisfies Options;
