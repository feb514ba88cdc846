import type { Secret } from '../secrets/redaction.ts';
import type { OutgoingHeader, OutgoingRequest } from './target.ts';

/** A certificate and its private key, both PEM, that are shown to a server which asks for them. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A proxy that makes tunnels (RFC 9110 section 9.3.6). */
export interface TunnelProxy {
  /** `http://proxy.example.com:3128`, or `https://…` where TLS is spoken to the proxy itself; without user information. */
  readonly url: string;
  /** The value of `Proxy-Authorization`, or `null`. */
  readonly authorization: string | null;
}

/** A field that every request carries, whatever it is sent for. */
export interface CarriedHeader extends OutgoingHeader {
  /** `$ANIMAL_STORE_HEADER_1`: a record never shows its value. */
  readonly shownAs: string;
}

/** Where connections go instead of to the host of the base URL. */
export interface Address {
  /** IPv4 or IPv6, without brackets. */
  readonly ip: string;
  /** `null`: that of the base URL. */
  readonly port: number | null;
}

/** How connections to a service are made, and what every request carries besides. Plain data: it is handed to a worker. */
export interface Transport {
  readonly proxy: TunnelProxy | null;
  /** Replaces the address of the base URL's host, or `null`. Host header, SNI and certificate are unchanged. */
  readonly address: Address | null;
  /** Certificates (PEM) that are trusted besides those that Node.js trusts. */
  readonly certificateAuthorities: readonly string[];
  readonly clientCertificate: ClientCertificate | null;
  readonly headers: readonly CarriedHeader[];
}

/** Direct connections, with the certificates that Node.js trusts. */
export const directTransport: Transport = {
  proxy: null,
  address: null,
  certificateAuthorities: [],
  clientCertificate: null,
  headers: [],
};

/** Whether connections go elsewhere than to the host of the base URL. */
export function isDetoured({ proxy, address }: Transport): boolean {
  return proxy !== null || address !== null;
}

/**
 * The request with the user's additional header fields, which replace its own fields and cookies of the same name,
 * because a gateway may require them. Other cookies are joined into one field (RFC 6265 section 5.4).
 */
export function carrying(request: OutgoingRequest, carried: readonly CarriedHeader[]): OutgoingRequest {
  if (carried.length === 0) {
    return request;
  }
  const headers = [...request.headers];
  for (const header of carried) {
    const place = headers.findIndex(({ name }) => name.toLowerCase() === header.name.toLowerCase());
    const own = headers[place];
    if (own === undefined) {
      headers.push(header);
    } else {
      headers[place] = header.name.toLowerCase() === 'cookie' ? joined(own, header) : header;
    }
  }
  return { ...request, headers };
}

/**
 * The secrets that no record shows: their values, and cookies and tokens by themselves, because a response may repeat
 * only those.
 */
export function concealedIn(carried: readonly CarriedHeader[]): Secret[] {
  return carried.flatMap(({ name, value, shownAs }) => {
    const isCookie = name.toLowerCase() === 'cookie';
    const parts = isCookie
      ? pairsOf(value).map(valueOfPair)
      : [/^[A-Za-z]+ +(\S+)$/.exec(value)?.[1] ?? value];
    return [...new Set([value, ...parts])].map((secret) => ({ value: secret, shownAs }));
  });
}

function joined(own: OutgoingHeader, carried: CarriedHeader): OutgoingHeader {
  const taken = pairsOf(carried.value).map(nameOfPair);
  const shown = pairsOf(own.shownAs ?? own.value);
  const left = pairsOf(own.value).flatMap((pair, index) =>
    taken.includes(nameOfPair(pair)) ? [] : [{ pair, shownAs: shown[index] ?? nameOfPair(pair) }],
  );
  return {
    name: own.name,
    value: [...left.map(({ pair }) => pair), carried.value].join('; '),
    shownAs: [...left.map(({ shownAs }) => shownAs), carried.shownAs].join('; '),
  };
}

function pairsOf(cookies: string): string[] {
  return cookies.split(/;\s*/);
}

function valueOfPair(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1);
}

function nameOfPair(pair: string): string {
  return pair.split('=', 1)[0] ?? '';
}

/** A further address of a service, such as that of a region. Bursts are dealt out to it, too. */
export interface Place {
  /** As the user wrote it. */
  readonly shownAs: string;
  /** With the path of the service's base URL. */
  readonly baseUrl: string;
  /** Where connections for that host go, or `null` for the host's own addresses. */
  readonly address: Address | null;
}
