import type { SoughtSecret } from '../../artifact-scan/secret-search.ts';
import type { Transport } from '../../target/transport.ts';

/** Names of fields whose values open something: others name a tenant or a branch, which may stand anywhere. */
const ofSecrets = /auth|token|key|secret|cookie|session|passw|credential|signature|jwt|client-id/i;

/** The values of fields that every request carries which must not stand in what is written. */
export function soughtHeaders(transport: Transport | undefined): SoughtSecret[] {
  return (transport?.headers ?? [])
    .filter(({ name }) => ofSecrets.test(name))
    .map(({ value, shownAs }) => ({ value, shownAs }));
}
