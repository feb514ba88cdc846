import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import type { PreflightStep } from '../verdict/run-event.ts';

/** How the first answer came, and what of it says that the base address is not that of the service. */
export function reachedStep(exchange: Exchange): PreflightStep {
  const status = exchange.response?.status ?? 0;
  const text = `answers in ${Math.round(exchange.finishedAtMs - exchange.sentAtMs)} ms`;
  if (status === 404) {
    return {
      name: 'reachable',
      outcome: 'note',
      text: `${text}, but GET /pets with 404: is the base address right (it ends with /v1)?`,
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
