import type { CommandDeclaration } from '../option-table.ts';
import { single } from './option-kinds.ts';
import { allowWeakKey, failOn, htmlAssets, planLimit, reportDir } from './shared-options.ts';

const traffic = 'Recording:';

/** `judge`: verdicts on recorded traffic. */
export const judgeDeclaration = {
  name: 'judge',
  describe: 'judge traffic that was recorded elsewhere; nothing is sent',
  positional: {
    name: 'file',
    describe: 'a HAR of any program, or the journal.ndjson of a run',
    required: true,
  },
  options: {
    'base-url': single(
      traffic,
      'URL',
      'the base address to judge, where requests to /pets go to several [the only one]',
    ),
    'api-key': {
      ...single(traffic, 'KEY', 'the key that was valid all the time; better given as ANIMAL_STORE_API_KEY'),
      inFile: 'secret',
    },
    'allow-weak-key': allowWeakKey(traffic),
    plan: single(traffic, 'PLAN', 'the plan of the key: free, pro, business or enterprise'),
    'plan-limit': planLimit(traffic),
    minute: single(traffic, 'DURATION', "how long the service's minute lasted [60s]"),
    day: single(traffic, 'DURATION', "how long the service's day lasted [24h]"),
    'fail-on': failOn,
    'report-dir': reportDir,
    'html-assets': htmlAssets,
  },
  examples: [
    ['judge recorded.har', 'what a browser, proxy or test run recorded'],
    ['judge recorded.har --base-url https://staging.example.com/v1 --plan free', 'one of several services'],
    ['judge reports/latest/journal.ndjson', 'the traffic of a run once more, by this version'],
  ],
} as const satisfies CommandDeclaration;
