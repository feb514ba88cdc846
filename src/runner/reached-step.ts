import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { portOf } from '../target/connect-failure.ts';
import type { Transport } from '../target/transport.ts';
import type { PreflightStep } from '../verdict/run-event.ts';

/** The first response, and signs in it that the base URL is wrong. */
export function reachedStep(exchange: Exchange, transport: Transport | undefined): PreflightStep {
  const status = exchange.response?.status ?? 0;
  const text = `responds in ${Math.round(exchange.finishedAtMs - exchange.sentAtMs)} ms${wayOf(transport)}`;
  if (status === 404) {
    return {
      name: 'reachable',
      outcome: 'note',
      text: `${text}, but GET /pets returns 404: is the base URL right (it ends with /v1)?`,
      remedy: null,
    };
  }
  if (status >= 300 && status < 400) {
    const location = headerValue(exchange.response?.headers ?? [], 'Location') ?? 'elsewhere';
    return {
      name: 'reachable',
      outcome: 'note',
      text: `${text}, but redirects to ${location.slice(0, 200)}: redirects are not followed`,
      remedy: null,
    };
  }
  return { name: 'reachable', outcome: 'good', text, remedy: null };
}

/** What is not as usual on the way to the service. */
function wayOf(transport: Transport | undefined): string {
  const proxy = transport?.proxy ?? null;
  const url = proxy === null ? null : new URL(proxy.url);
  const address = transport?.address ?? null;
  return [
    ...(address === null ? [] : [` at ${address}`]),
    ...(url === null ? [] : [` through the proxy ${url.hostname}:${portOf(url)}`]),
  ].join('');
}
