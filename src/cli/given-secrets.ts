import type { Environment } from './settings.ts';

const secretOptions = ['--api-key', '--revoked-key', '--quota-key'];

/** Every key that stands on the command line or in the environment, to keep it out of errors. */
export function secretsOf(args: readonly string[], environment: Environment): Set<string> {
  const secrets = new Set<string>();
  for (const [index, argument] of args.entries()) {
    const inline = secretOptions.find((option) => argument.startsWith(`${option}=`));
    if (inline !== undefined) {
      secrets.add(argument.slice(inline.length + 1));
    } else if (secretOptions.includes(argument)) {
      secrets.add(args[index + 1] ?? '');
    }
  }
  secrets.add(environment['ANIMAL_STORE_API_KEY'] ?? '');
  secrets.delete('');
  return secrets;
}
