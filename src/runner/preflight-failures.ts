import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import type { PreflightStep } from '../verdict/run-event.ts';

const remedies: Partial<Record<FailureCode, string>> = {
  unresolved: 'check the name in the base address, and that this machine can resolve it',
  refused: 'start the service, or check host and port of the base address',
  unreachable: 'check the network between this machine and the service',
  tls: 'check that the address is meant to be https and its certificate is valid for it; an authority of your own is trusted by --ca-file',
  proxy: 'check the proxy that HTTPS_PROXY or HTTP_PROXY names, or have it left out by NO_PROXY',
  reset:
    'check that the port speaks HTTP and not HTTPS (or the other way round); a service that asks for a certificate is shown one by --client-certificate',
  truncated: 'check what stands in front of the service',
  'not-http': 'check the port: what answers there does not speak HTTP/1.1',
  'headers-too-large': 'check what stands in front of the service',
  'body-too-large': 'check that the base address leads to the service',
  'bad-content-encoding': 'check what stands in front of the service',
};

/** The problem of a target that brings no answer at all, or `null` where one came. */
export function unreachable(exchange: Exchange, timeoutMs: number): PreflightStep | null {
  const { failure, response } = exchange;
  if (failure === null || (response !== null && failure.code !== 'timeout')) {
    return null;
  }
  const remedy =
    failure.code === 'timeout'
      ? `check that the service is up, or allow it more than ${timeoutMs} ms with --timeout`
      : (remedies[failure.code] ?? 'check the base address');
  return { name: 'reachable', outcome: 'problem', text: failure.detail, remedy };
}
