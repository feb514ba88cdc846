import { isIP } from 'node:net';
import type { Address } from '../../target/transport.ts';
import { UsageError } from '../usage-error.ts';
import { parseBaseUrl, shown } from './base-url.ts';

/** The base URL of a place, or an address to connect to for the host of the service's base URL. */
export type GivenPlace =
  | { readonly kind: 'base URL'; readonly baseUrl: string }
  | { readonly kind: 'address'; readonly address: Address };

/** Reads a base URL, `192.0.2.7`, `192.0.2.7:8443`, `2001:db8::7` or `[2001:db8::7]:8443`. @throws {UsageError} */
export function parsePlace(text: string): GivenPlace {
  if (/^https?:\/\//i.test(text)) {
    return { kind: 'base URL', baseUrl: parseBaseUrl(text) };
  }
  const [, bracketed, plain = bracketed ?? text, port] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  // A zone (`%eth0`) is no part of a URL.
  if (isIP(plain) === 0 || plain.includes('%') || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
    throw new UsageError(
      `${shown(text)} is neither a base URL nor an IP address: write e.g. https://eu.example.com/v1 or 192.0.2.7:8443`,
    );
  }
  return { kind: 'address', address: { ip: plain, port: port === undefined ? null : Number(port) } };
}

/** The text that `parsePlace` reads as this place. */
export function writePlace(place: GivenPlace): string {
  if (place.kind === 'base URL') {
    return place.baseUrl;
  }
  const { ip, port } = place.address;
  return port === null ? ip : `${isIP(ip) === 6 ? `[${ip}]` : ip}:${port}`;
}
