import type { CommandDeclaration } from '../option-table.ts';
import { flag } from './option-kinds.ts';
import { replayDeclaration } from './replay-declaration.ts';
import { htmlAssets, open, reportDir, telling } from './shared-options.ts';

const { all: _, ...target } = replayDeclaration.options;

/** `rerun`: a run made again from its report. */
export const rerunDeclaration = {
  name: 'rerun',
  describe: 'run a report again with its seed, effort and target, or only what failed in it',
  positional: { name: 'report', describe: 'a report.json, or the folder that holds it', required: true },
  options: {
    failed: flag('What is verified:', 'only the requirements that failed in the report'),
    ...target,
    'report-dir': reportDir,
    'html-assets': htmlAssets,
    open,
    ...telling,
  },
  examples: [
    ['rerun --failed reports/latest', 'what failed in the newest run, with the key in ANIMAL_STORE_API_KEY'],
    ['rerun --failed report.json --base-url http://localhost:8080/v1', 'the same at another base URL'],
    ['rerun report.json', 'the whole run'],
  ],
} as const satisfies CommandDeclaration;
