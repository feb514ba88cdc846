import { requireThat, UsageError } from '../usage-error.ts';

/**
 * Fields that the client or the checks set, those of a connection (RFC 9110 section 7.6.1), and those that change the
 * response.
 */
const refused: readonly string[] = [
  'authorization',
  'host',
  'accept',
  'user-agent',
  'traceparent',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'range',
  'prefer',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
];
const refusedKinds: readonly string[] = ['content-', 'proxy-', 'accept-', 'if-'];
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

export interface CarriedField {
  readonly name: string;
  readonly value: string;
}

/**
 * A header field as `Name: value`. The error never contains the value, because it may be a secret.
 *
 * @throws {UsageError} for anything else, and for fields that are not the user's to write.
 */
export function parseCarriedHeader(text: string): CarriedField {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  const value = text.slice(colon + 1).trim();
  requireThat(fieldName.test(name), `this is not NAME: VALUE: write e.g. 'X-Tenant: acme'`);
  const lower = name.toLowerCase();
  if (refused.includes(lower) || refusedKinds.some((kind) => lower.startsWith(kind))) {
    const instead = lower === 'authorization' ? '; pass keys with --api-key' : '';
    throw new UsageError(`${name} is for the checks themselves to write: leave it out${instead}`);
  }
  requireThat(value !== '', `${name} has no value: write '${name}: VALUE'`);
  requireThat(
    !/[^\t\x20-\x7e]/.test(value),
    `the value of ${name} has characters other than printable ASCII`,
  );
  return { name, value };
}
