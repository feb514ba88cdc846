import { isIP } from 'node:net';
import { type Located, quoted, UsageError } from '../usage-error.ts';

/** The IP address that a host's name is taken to have, at one port. */
export interface FixedAddress {
  /** In small letters. */
  readonly host: string;
  readonly port: string;
  /** Without brackets. */
  readonly address: string;
}

/** `HOST:PORT:ADDRESS`, as `--resolve` of curl. @throws {UsageError} for anything else. */
export function parseFixedAddress({ value: text, label }: Located<string>): FixedAddress {
  const [, host = '', port = '', written = ''] = /^([^:[\]\s/]+):(\d{1,5}):(\S+)$/.exec(text) ?? [];
  const address = written.replace(/^\[(.*)\]$/, '$1');
  if (host === '' || Number(port) > 65_535) {
    throw new UsageError(
      `${label}: ${quoted(text)} is not HOST:PORT:ADDRESS: write e.g. staging.example.com:443:192.0.2.7`,
    );
  }
  if (isIP(address) === 0) {
    throw new UsageError(`${label}: ${quoted(written)} is no IP address`);
  }
  if (isIP(host) !== 0) {
    throw new UsageError(`${label}: ${quoted(host)} is an address already; pass the name of a host`);
  }
  return { host: host.toLowerCase(), port: String(Number(port)), address };
}
