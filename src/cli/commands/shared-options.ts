import type { OptionTable } from '../option-table.ts';
import { flag, list, single } from './option-kinds.ts';

/** The argument of the commands that speak to a service. */
export const service = {
  name: 'base-url',
  describe:
    'the base address, e.g. https://staging.example.com/v1, or the name of a target in the configuration file',
  required: false,
} as const;

/** The heading of the options that say what a verdict is and where it goes. */
export const outcome = 'Verdict and reports:';

const shown = 'What is shown:';

/** How much is told of a run or a load while it lasts; they exclude each other. */
export const telling = {
  quiet: flag(shown, 'only the verdict, and where the report lies'),
  verbose: flag(shown, 'also both sides of each exchange, as it happens, without the keys'),
  json: flag(shown, 'events for other programs: one JSON object a line; what people read goes to stderr'),
} as const;

/** @param group the heading that the help lists it under */
export function allowWeakKey(group: string) {
  return flag(
    group,
    'take keys too short or plain to be hidden in reports: under 8 characters, or 5 different',
  );
}

const network = 'Network:';

/** How the service is reached; proxies are named by the variables that all programs know. */
export const wire = {
  header: {
    ...list(
      network,
      "'NAME: VALUE'",
      'a field that every request carries, for what stands in front of the service; its value is never shown; repeatable',
    ),
    inFile: 'secret',
  },
  resolve: list(network, 'HOST:PORT:ADDRESS', 'the IP address to connect to for that host; repeatable'),
  'ca-file': single(network, 'FILE', 'certificates (PEM) to trust besides the usual ones'),
  'client-certificate': single(network, 'FILE', 'the certificate (PEM) to show to the service'),
  'client-key': single(network, 'FILE', 'its private key (PEM) [in the same file]'),
} as const satisfies OptionTable;

export const failOn = single(outcome, 'LEVEL', 'what makes the exit status 1: must or should [must]');
export const reportDir = single(outcome, 'DIR', 'where the reports go [a folder of its own under reports/]');
export const printWaivers = {
  ...flag(outcome, 'print waivers for what failed, to paste into the file of --waivers'),
  inFile: 'no',
} as const;
export const htmlAssets = single(
  outcome,
  'PLACE',
  'where index.html has style and script: inline, or external for Jenkins and the like [inline]',
);
export const open = {
  ...flag(outcome, 'after a failing run in a terminal, open the HTML report in the browser'),
  inFile: 'no',
} as const;
export const config = {
  ...single(outcome, 'FILE', 'the configuration file [conformance.config.*: json, yaml, js or ts]'),
  inFile: 'no',
} as const;

export const waivers = single(
  outcome,
  'FILE',
  'failures that are known, each with a reason and its last day (YAML or JSON)',
);

export const catalogue = single(
  outcome,
  'VERSION',
  'keep to this version of the catalogue: requirements added later are reported and fail nothing [the newest]',
);

/** The figures of plans. @param group the heading that the help lists it under */
export function planLimit(group: string) {
  return list(group, 'PLAN=MINUTE/DAY', 'figures of a plan, e.g. enterprise=5000/1000000; repeatable');
}

/** How long one answer is waited for. @param group the heading that the help lists it under */
export function timeout(group: string) {
  return single(group, 'DURATION', 'how long one answer may take [10s]');
}
