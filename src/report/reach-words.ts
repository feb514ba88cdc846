import type { Reach } from '../verdict/reach.ts';
import { shellWord } from './shell-word.ts';

/** The variables that may hold the user name and the password of a proxy. */
const ofProxy = /^\$https?_proxy$/i;

/**
 * What reaches a service as a run did, as options of curl, each with its value. A plain connection goes through a tunnel
 * of the proxy too, and a fixed address is asked of the proxy, as the run does. What follows a colon in `--cert` is a
 * passphrase, unless a backslash goes before it.
 */
export function reachWords(baseUrl: string, reach: Reach): string[] {
  const { proxy, avoidsProxy, resolve, caFile, clientCertificate, clientKey } = reach;
  return [
    ...(proxy === null ? [] : [`--proxy ${ofProxy.test(proxy) ? `"${proxy}"` : shellWord(proxy)}`]),
    ...(proxy === null || /^https:/i.test(baseUrl) ? [] : ['--proxytunnel']),
    ...(proxy === null && avoidsProxy ? ["--noproxy '*'"] : []),
    ...(resolve === null ? [] : [addressWord(resolve, proxy !== null)]),
    ...option('--cacert', caFile),
    ...(proxy === null || /^http:/i.test(proxy) ? [] : option('--proxy-cacert', caFile)),
    ...option('--cert', clientCertificate?.replace(/[\\:]/g, '\\$&') ?? null),
    ...option('--key', clientKey),
  ];
}

/** A name that begins with a dash would be taken for an option. */
function option(name: string, file: string | null): string[] {
  return file === null ? [] : [`${name} ${shellWord(file.startsWith('-') ? `./${file}` : file)}`];
}

/** A proxy resolves names by itself, and so is asked for the address. */
function addressWord(resolve: string, byProxy: boolean): string {
  const [, host = '', port = '', address = ''] = /^(.*?):(\d+):(.*)$/.exec(resolve) ?? [];
  const written = address.includes(':') ? `[${address}]` : address;
  return byProxy
    ? `--connect-to ${shellWord(`${host}:${port}:${written}:${port}`)}`
    : `--resolve ${shellWord(`${host}:${port}:${written}`)}`;
}
