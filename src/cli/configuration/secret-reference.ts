import { readNamedText } from '../report-files/named-file.ts';
import type { Environment } from '../settings/settings.ts';
import { type Located, requireThat, UsageError } from '../usage-error.ts';

/** The source of a secret in the configuration file: an environment variable, or a file by its absolute path. */
export interface SecretReference {
  readonly kind: 'variable' | 'file';
  readonly name: string;
  /** The position of the reference itself. */
  readonly label: string;
}

/**
 * The secret of a reference: the value of the variable, or the only line of the file.
 *
 * @throws {UsageError} if the variable is not set, or the file is missing, empty, or has several lines. Never repeats a
 * name that may be the secret itself.
 */
export function readSecret(reference: SecretReference, environment: Environment): Located<string> {
  return reference.kind === 'variable' ? fromVariable(reference, environment) : fromFile(reference);
}

function fromVariable({ name, label }: SecretReference, environment: Environment): Located<string> {
  const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (text === undefined || text === '') {
    const named = /^[A-Z][A-Z0-9_]*$/.test(name) ? name : 'that it names';
    throw new UsageError(
      `${label}: the environment variable ${named} is ${text === '' ? 'empty' : 'not set'}`,
    );
  }
  return { value: text, label: name };
}

function fromFile({ name, label }: SecretReference): Located<string> {
  const advice = '; paths start from the folder of the configuration file';
  const text = readNamedText(name, `${label}: the file that it names`, advice).replace(/\r?\n$/, '');
  requireThat(text.trim() !== '', `${label}: the file that it names is empty: put the key into it`);
  requireThat(
    !/[\r\n]/.test(text),
    `${label}: the file that it names holds more than one line; leave only the key there`,
  );
  return { value: text, label };
}
