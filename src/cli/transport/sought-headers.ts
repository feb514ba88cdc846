import type { RunOptions } from '../../runner/run-options.ts';
import type { Secret } from '../../secrets/redaction.ts';

/** Names of fields whose values open something: others name a tenant or a branch, which may stand anywhere. */
const ofSecrets = /auth|token|key|secret|cookie|session|passw|credential|signature|jwt|client-id/i;
/** A day, a time, a number of an animal, an address: records are full of those. */
const ofFigures = /^[-+.:/\d]{1,15}$/;

/**
 * The values of fields that every request carries which must not stand in what is written. What the base address holds
 * stands everywhere, and is no secret.
 */
export function soughtHeaders({ transport, baseUrl }: Pick<RunOptions, 'transport' | 'baseUrl'>): Secret[] {
  const address = baseUrl.toLowerCase();
  return (transport?.headers ?? [])
    .filter(({ name, value }) => ofSecrets.test(name) && !ofFigures.test(value))
    .filter(({ value }) => !address.includes(value.toLowerCase()))
    .map(({ value, shownAs }) => ({ value, shownAs }));
}
