import { BlockList, isIP, isIPv4 } from 'node:net';
import { portOf } from '../../target/connect-failure.ts';
import type { TunnelProxy } from '../../target/transport.ts';
import type { Environment } from '../settings/settings.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The proxy that the environment names for a base URL, or `null`: `https_proxy` or `http_proxy` by its scheme, in
 * small or capital letters, unless `no_proxy` leaves the host out. No proxy is used for this machine itself.
 *
 * @throws {UsageError} where the variable holds no address of an HTTP proxy; it is never repeated, since it may hold a
 * password.
 */
export function proxyOf(base: URL, environment: Environment): TunnelProxy | null {
  const [label, text] = variable(environment, `${base.protocol.slice(0, -1)}_proxy`);
  const host = base.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (text === '' || isThisMachine(base) || isLeftOut(host, portOf(base), environment)) {
    return null;
  }
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(url) ? new URL(url) : null;
  if (proxy === null || proxy.hostname === '') {
    throw new UsageError(`${label}: this is no address of a proxy: write e.g. http://proxy.example.com:3128`);
  }
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') {
    throw new UsageError(`${label}: the proxy has to be one of HTTP: write http:// or https:// before it`);
  }
  return { url: proxy.origin, authorization: authorizationOf(proxy, label) };
}

/** The name of the variable with the proxy for the scheme of a base URL, used or not, or `null`. */
export function proxyVariable(base: URL, environment: Environment): string | null {
  const [label, text] = variable(environment, `${base.protocol.slice(0, -1)}_proxy`);
  return text === '' ? null : label;
}

/** Whether `all_proxy` is set, which curl uses and a run does not. */
export function namesProxyForAll(environment: Environment): boolean {
  return variable(environment, 'all_proxy')[1] !== '';
}

function variable(environment: Environment, name: string): readonly [label: string, text: string] {
  const label = environment[name] === undefined ? name.toUpperCase() : name;
  return [label, (environment[label] ?? '').trim()];
}

function authorizationOf({ username, password }: URL, label: string): string | null {
  if (username === '' && password === '') {
    return null;
  }
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
  } catch {
    throw new UsageError(`${label}: user name and password contain a % that encodes nothing: write %25`);
  }
}

function isLeftOut(host: string, port: string, environment: Environment): boolean {
  const [, text] = variable(environment, 'no_proxy');
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && matches(entry, host, port));
}

/** An entry is `*`, a host with its subdomains, an IP address, or a CIDR block, optionally with a port. */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*' || isIP(entry) !== 0 || entry.includes('/')) {
    return entry === '*' || entry === host || isWithin(host, entry);
  }
  const [, bracketed, plain, entryPort] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain?.replace(/^\*?\./, '');
  const isPort = entryPort === undefined || entryPort === port;
  return name !== undefined && isPort && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
}

function isWithin(host: string, block: string): boolean {
  const [network = '', bits = ''] = block.split('/');
  const family = isIP(network);
  const most = family === 6 ? 128 : 32;
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
    return false;
  }
  const list = new BlockList();
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(network, Number(bits), kind);
  return list.check(host, kind);
}

/** Whether an address leads to this machine itself: by the name `localhost`, one below it (RFC 6761 section 6.3), or a loopback address. */
export function isThisMachine({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
