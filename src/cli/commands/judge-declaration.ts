import type { CommandDeclaration } from '../option-table.ts';
import { list, single } from './option-kinds.ts';

const traffic = 'Recording:';
const outcome = 'Verdict and reports:';

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
    plan: single(traffic, 'PLAN', 'the plan of the key: free, pro, business or enterprise'),
    'plan-limit': list(
      traffic,
      'PLAN=MINUTE/DAY',
      'figures of a plan, e.g. enterprise=5000/1000000; repeatable',
    ),
    minute: single(traffic, 'DURATION', "how long the service's minute lasted [60s]"),
    day: single(traffic, 'DURATION', "how long the service's day lasted [24h]"),
    'fail-on': single(outcome, 'LEVEL', 'what makes the exit status 1: must or should [must]'),
    'report-dir': single(outcome, 'DIR', 'where the reports go [a folder of its own under reports/]'),
    'html-assets': single(
      outcome,
      'PLACE',
      'where index.html has style and script: inline, or external for Jenkins and the like [inline]',
    ),
  },
  notYet: [],
  examples: [
    ['judge recorded.har', 'what a browser, proxy or test run recorded'],
    ['judge recorded.har --base-url https://staging.example.com/v1 --plan free', 'one of several services'],
    ['judge reports/latest/journal.ndjson', 'the traffic of a run once more, by this version'],
  ],
} as const satisfies CommandDeclaration;
