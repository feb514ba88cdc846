import { plans } from '../options/service-values.ts';
import { table } from '../options/table.ts';
import type { Environment } from '../settings/settings.ts';

const secretOptions = Object.entries(table)
  .filter(([, { secret }]) => secret === true)
  .map(([name]) => `--${name}`);
const variables = Object.values(table).filter(({ variable }) => variable !== undefined);

/** Every key of the command line and the environment, to mask it in errors. */
export function secretsOf(args: readonly string[], environment: Environment): Set<string> {
  const secrets = new Set<string>();
  for (const [index, argument] of args.entries()) {
    const inline = secretOptions.find((option) => argument.startsWith(`${option}=`));
    if (inline !== undefined) {
      addSecret(argument.slice(inline.length + 1), secrets);
    } else if (secretOptions.includes(argument)) {
      addSecret(args[index + 1] ?? '', secrets);
    }
  }
  for (const { kind, variable = '' } of variables) {
    const value = environment[variable] ?? '';
    if (kind === 'list') {
      for (const given of value.split(',')) {
        addSecret(given.trimStart(), secrets);
      }
    } else {
      // A key may contain commas and "=": parts of it would mask ordinary text.
      secrets.add(value);
    }
  }
  secrets.delete('');
  return secrets;
}

/** A key may have its plan in front of it: `free=KEY`, and a field its name. Either alone is no secret. */
function addSecret(given: string, secrets: Set<string>): void {
  const value = /^[A-Za-z0-9-]+: *(.*)$/s.exec(given)?.[1];
  if (value !== '' && !plans.some((plan) => plan === given)) {
    secrets.add(given);
    secrets.add(value?.trim() ?? '');
    secrets.add(given.slice(given.indexOf('=') + 1));
  }
}
