import { listed } from '../../report/words.ts';
import { configFormats, serviceKinds } from '../init/config-answers.ts';
import type { CommandDeclaration, OptionDeclaration } from '../option-table.ts';

const answers = 'Answers, given beforehand:';
const conduct = 'How:';

function single(value: string, describe: string): OptionDeclaration {
  return { kind: 'single', group: answers, value, describe, inFile: 'no' };
}

function flag(describe: string): OptionDeclaration {
  return { kind: 'flag', group: conduct, describe, inFile: 'no' };
}

/** `init`: asks a few questions and writes a configuration file. */
export const initDeclaration = {
  name: 'init',
  describe: 'ask a few questions and write a configuration file',
  positional: {
    name: 'base-url',
    describe: 'the base address, e.g. https://staging.example.com/v1',
    required: false,
  },
  options: {
    'key-env': single('NAME', 'the environment variable that holds the key [ANIMAL_STORE_API_KEY]'),
    plan: single('PLAN', 'the plan of that key: free, pro, business, enterprise or unknown [unknown]'),
    kind: {
      ...single(
        'KIND',
        'what the service is, and so the name of the target: local, staging, or production, where few requests are sent and nothing is created [by the base URL]',
      ),
      words: serviceKinds,
    },
    format: {
      ...single('FORMAT', `${listed(configFormats, 'or')} [ts or js in such a project, else yaml]`),
      words: configFormats,
    },
    yes: flag('do not ask: what was not given is taken as it stands in brackets'),
    force: flag('replace the configuration file that is there'),
  },
  examples: [
    ['init', 'ask, and write conformance.config.*'],
    ['init --yes', 'take the defaults'],
    [
      'init https://staging.example.com/v1 --key-env STAGING_KEY --plan free --yes',
      'in a script, which nobody can answer',
    ],
  ],
} as const satisfies CommandDeclaration;
