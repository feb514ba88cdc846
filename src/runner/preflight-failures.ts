import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import type { PreflightStep } from '../verdict/run-event.ts';

const remedies: Partial<Record<FailureCode, string>> = {
  unresolved: 'check the host name in the base URL, and that this machine can resolve it',
  refused: 'start the service, or check the host and port of the base URL',
  unreachable: 'check the network between this machine and the service',
  tls: 'check that the URL is https and the certificate is valid for it; pass --ca-file for a private authority',
  proxy: 'check the proxy in HTTPS_PROXY or HTTP_PROXY, or exclude the host with NO_PROXY',
  reset: 'check whether the port speaks HTTP or HTTPS; pass --client-certificate if the service requires one',
  truncated: 'check any gateway or proxy in front of the service',
  'not-http': 'check the port: it does not speak HTTP/1.1',
  'headers-too-large': 'check any gateway or proxy in front of the service',
  'body-too-large': 'check that the base URL leads to the service',
  'bad-content-encoding': 'check any gateway or proxy in front of the service',
};

/** The problem of a target that brings no answer at all, or `null` where one came. */
export function unreachable(exchange: Exchange, timeoutMs: number): PreflightStep | null {
  const { failure, response } = exchange;
  if (failure === null || (response !== null && failure.code !== 'timeout')) {
    return null;
  }
  const remedy =
    failure.code === 'timeout'
      ? `check that the service is up, or allow more than ${timeoutMs} ms with --timeout`
      : (remedies[failure.code] ?? 'check the base URL');
  return { name: 'reachable', outcome: 'problem', text: failure.detail, remedy };
}

/** The problem of a key with which nothing can be asked, or `null` where it is accepted, or that can't be told. */
export function refusedKey({ response }: Exchange): PreflightStep | null {
  const status = response?.status ?? 0;
  if (status === 401 || status === 403) {
    return {
      name: 'key',
      outcome: 'problem',
      text: `the key is refused: GET /pets returned ${status}`,
      remedy: `pass the key of this environment with --api-key or ANIMAL_STORE_API_KEY${status === 403 ? '; if a gateway refuses, pass what it needs with --header' : ''}`,
    };
  }
  return status === 429
    ? {
        name: 'key',
        outcome: 'problem',
        text: 'the quota of the key is used up: GET /pets keeps returning 429',
        remedy: 'wait until the limit resets, or use a dedicated key',
      }
    : null;
}
