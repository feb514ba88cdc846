import { runRedactor, runSecrets, type SecretOptions } from '../../run/open-target.ts';
import { Redactor, type Secret } from '../../secrets/redaction.ts';
import type { RunOptions } from '../../suite/run-options.ts';

/** Masks secrets in all output of a run: its keys, and secret header values of all requests. */
export function lastRedactor(options: SecretOptions): Redactor {
  return (options.transport?.headers ?? []).length === 0
    ? runRedactor(options)
    : new Redactor(runSecrets(options), [options.baseUrl], secretHeaders(options));
}

/** Names of header fields whose values are secrets. Others name a tenant or a branch, which may appear anywhere. */
const ofSecrets = /auth|token|key|secret|cookie|session|passw|credential|signature|jwt|client-id/i;
/** A date, a time, an id of an animal, an address: common in records. */
const ofFigures = /^[-+.:/\d]{1,15}$/;

/**
 * The values of additional header fields that must not appear in any output. A part of the base URL appears everywhere
 * and is no secret.
 */
export function secretHeaders({ transport, baseUrl }: Pick<RunOptions, 'transport' | 'baseUrl'>): Secret[] {
  const address = baseUrl.toLowerCase();
  return (transport?.headers ?? [])
    .filter(({ name, value }) => ofSecrets.test(name) && !ofFigures.test(value))
    .filter(({ value }) => !address.includes(value.toLowerCase()))
    .map(({ value, shownAs }) => ({ value, shownAs }));
}
