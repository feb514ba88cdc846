import type { RunOptions } from '../../suite/run-options.ts';
import type { CarriedHeader, Transport } from '../../target/transport.ts';
import type { Reach } from '../../verdict/run-event.ts';
import type { Program } from '../command.ts';
import type { Environment, Settings } from '../settings/settings.ts';
import { requireThat, UsageError } from '../usage-error.ts';
import { namesProxyForAll, proxyOf, proxyVariable } from './proxy-of.ts';
import { readCertificates, readClientCertificate } from './read-pem.ts';

const ofCertificates = ['ca-file', 'client-certificate', 'client-key'] as const;

/**
 * How the service is reached, by options, configuration file and proxy variables; direct connections for the bundled
 * reference implementation.
 *
 * @param baseUrl as it was read, or `null` for the reference implementation
 * @throws {UsageError} for the first invalid setting.
 */
export function readTransport(
  settings: Settings,
  baseUrl: string | null,
  { environment, currentFolder }: Pick<Program, 'environment' | 'currentFolder'>,
): Pick<RunOptions, 'transport' | 'reach'> {
  if (baseUrl === null) {
    return {};
  }
  const base = new URL(baseUrl);
  const transport: Transport = {
    proxy: proxyOf(base, environment),
    address: null,
    ...certificatesOf(settings, base, currentFolder, environment),
    headers: headersOf(settings),
  };
  const reach = reachOf(settings, base, transport, environment);
  return Object.values(reach).some((value) => value !== null && value !== false)
    ? { transport, reach }
    : { transport };
}

/** The same as options for generated commands: files by name, the password of a proxy by its variable. */
function reachOf(
  settings: Settings,
  base: URL,
  { proxy, certificateAuthorities, clientCertificate }: Transport,
  environment: Environment,
): Reach {
  const secure = base.protocol === 'https:';
  const fileOf = (option: (typeof ofCertificates)[number], used: boolean) =>
    used ? settings.value(option) : null;
  const variable = proxyVariable(base, environment);
  return {
    proxy: proxy === null || proxy.authorization === null ? (proxy?.url ?? null) : `$${variable}`,
    avoidsProxy: proxy === null && (variable !== null || namesProxyForAll(environment)),
    caFile: fileOf('ca-file', certificateAuthorities.length > 0 && (secure || proxy !== null)),
    clientCertificate: fileOf('client-certificate', secure && clientCertificate !== null),
    clientKey: fileOf('client-key', secure && clientCertificate !== null),
  };
}

/** Node.js ignores this variable if authorities are passed, and reports a wrong file itself. */
function trustedByNode(environment: Environment, folder: string): string[] {
  const label = 'NODE_EXTRA_CA_CERTS';
  const text = environment[label] ?? '';
  try {
    return text === '' ? [] : readCertificates({ label, value: text }, folder);
  } catch {
    return [];
  }
}

/**
 * The certificates (PEM) to trust besides those that Node.js trusts.
 *
 * @throws {UsageError} for a file that can't be read, or has none.
 */
function authoritiesOf(settings: Settings, folder: string, environment: Environment): string[] {
  const authority = settings.one('ca-file');
  return authority === undefined
    ? []
    : [...readCertificates(authority, folder), ...trustedByNode(environment, folder)];
}

function certificatesOf(
  settings: Settings,
  base: URL,
  folder: string,
  environment: Environment,
): Pick<Transport, 'certificateAuthorities' | 'clientCertificate'> {
  // A place may use https even if the base URL does not.
  const isForPlaces = settings
    .values('place')
    .some((place) => place.kind === 'base URL' && place.baseUrl.startsWith('https:'));
  const useless = ofCertificates.find((option) => settings.isGivenDirectly(option) && !isForPlaces);
  if (base.protocol === 'http:' && useless !== undefined) {
    throw new UsageError(`--${useless} is about https, and the base URL is one of http: leave it out`);
  }
  const certificate = settings.one('client-certificate');
  const key = settings.one('client-key');
  if (certificate === undefined && key !== undefined) {
    throw new UsageError(`${key.label}: the certificate is missing: pass --client-certificate FILE`);
  }
  return {
    certificateAuthorities: authoritiesOf(settings, folder, environment),
    clientCertificate: certificate === undefined ? null : readClientCertificate(certificate, key, folder),
  };
}

function headersOf(settings: Settings): CarriedHeader[] {
  const headers: CarriedHeader[] = [];
  for (const [index, given] of settings.given('header').entries()) {
    const { name, value } = given.value;
    requireThat(
      !headers.some((other) => other.name.toLowerCase() === name.toLowerCase()),
      `${given.label}: ${name} is passed twice; pass it once`,
    );
    headers.push({ name, value, shownAs: `$ANIMAL_STORE_HEADER_${index + 1}` });
  }
  return headers;
}
