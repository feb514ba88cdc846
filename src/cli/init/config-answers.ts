import type { Plan } from '../../runner/run-options.ts';
import { parseBaseUrl } from '../parse/base-url.ts';
import { parseChoice } from '../parse/choice.ts';
import { plans } from '../parse/plan-limit.ts';
import { isThisMachine } from '../this-machine.ts';
import { type Located, UsageError } from '../usage-error.ts';

export const serviceKinds = ['local', 'staging', 'production'] as const;
export const configFormats = ['yaml', 'json', 'js', 'ts'] as const;
export type ConfigFormat = (typeof configFormats)[number];

export interface ConfigAnswers {
  readonly baseUrl: string;
  readonly keyVariable: string;
  /** `null` where it is not known. */
  readonly plan: Plan | null;
  readonly kind: (typeof serviceKinds)[number];
  readonly format: ConfigFormat;
}

/** One question: its text, its default, and how to read an answer. */
export interface Question<Answer> {
  /** The option that answers it; `base-url` for the argument. */
  readonly option: string;
  readonly prompt: string;
  readonly otherwise: string;
  /** @throws {UsageError} for what is no answer. */
  readonly parse: (given: Located<string>) => Answer;
}

export const baseUrlQuestion: Question<string> = {
  option: 'base-url',
  prompt: 'Base URL of the service',
  otherwise: 'http://localhost:8080/v1',
  parse: parseBaseUrl,
};

export const keyVariableQuestion: Question<string> = {
  option: 'key-env',
  prompt: 'Environment variable that holds its API key',
  otherwise: 'ANIMAL_STORE_API_KEY',
  parse: parseVariableName,
};

export const planQuestion: Question<Plan | null> = {
  option: 'plan',
  prompt: `Plan of that key: ${plans.join(', ')} or unknown`,
  otherwise: 'unknown',
  parse: (given) => {
    const plan = parseChoice(given, [...plans, 'unknown' as const]);
    return plan === 'unknown' ? null : plan;
  },
};

/** On this machine the service belongs to the user. */
export function kindQuestion(baseUrl: string): Question<ConfigAnswers['kind']> {
  const isLocal = isThisMachine(new URL(baseUrl));
  return {
    option: 'kind',
    prompt: 'local, staging, or production (few requests, nothing is created)',
    otherwise: isLocal ? 'local' : 'staging',
    parse: (given) => parseChoice(given, serviceKinds),
  };
}

/** @param files of `package.json` and `tsconfig.json` those that are there */
export function formatQuestion(files: readonly string[]): Question<ConfigFormat> {
  const project = files.includes('tsconfig.json') ? 'ts' : 'js';
  return {
    option: 'format',
    prompt: `Format of the file: ${configFormats.join(', ')}`,
    otherwise: files.includes('package.json') ? project : 'yaml',
    parse: (given) => parseChoice(given, configFormats),
  };
}

/** Text other than a name in capital letters is neither repeated nor written, because it may be the key itself. */
function parseVariableName({ value: text, label }: Located<string>): string {
  if (!/^[A-Z_][A-Z0-9_]{0,99}$/.test(text)) {
    throw new UsageError(`${label}: write the name of the variable, in capital letters, e.g. STAGING_KEY`);
  }
  return text;
}
