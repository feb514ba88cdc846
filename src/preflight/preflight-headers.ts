import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { readHttpDate } from '../exchange/rate-fields.ts';
import { numberText } from '../report/words.ts';
import { leavesPlenty, quickCreationMs, quickMs } from '../suite/case-amounts.ts';
import { portOf } from '../target/connect-failure.ts';
import type { Transport } from '../target/transport.ts';
import type { PreflightStep } from '../verdict/run-event.ts';

/** How far apart the clocks are, by the `Date` header: whole seconds, so that under two are as good as none. */
export function clockStep(exchange: Exchange): PreflightStep {
  const date = dateOf(exchange);
  if (date === null) {
    return note('clock', 'no Date header; the run assumes a difference of a few minutes at most');
  }
  const localMs =
    Date.parse(exchange.startedAt) + ((exchange.headersAtMs ?? exchange.finishedAtMs) - exchange.sentAtMs);
  const seconds = Math.round((date - localMs) / 1000);
  if (Math.abs(seconds) <= 2) {
    return good('clock', 'in sync with this machine');
  }
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return note('clock', `${Math.abs(seconds)} s ${direction} this machine; the run accounts for it`);
}

function dateOf({ response }: Exchange): number | null {
  return readHttpDate(headerValue(response?.headers ?? [], 'Date') ?? '');
}

function wholeNumber(exchange: Exchange, name: string): number | null {
  const value = headerValue(exchange.response?.headers ?? [], name);
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** How many requests a run sends. */
export interface PlannedRequests {
  readonly requests: number;
  /** With an ample allowance; `null` if the same. */
  readonly mostRequests: number | null;
}

/** Whether the announced allowance is enough for the run, and how long the run takes at its pace. */
export function allowanceStep(exchange: Exchange, planned: PlannedRequests, minuteMs: number): PreflightStep {
  const limit = wholeNumber(exchange, 'X-RateLimit-Limit');
  const remaining = wholeNumber(exchange, 'X-RateLimit-Remaining');
  const reset = wholeNumber(exchange, 'X-RateLimit-Reset');
  if (limit === null || remaining === null) {
    return note('allowance', 'not announced in X-RateLimit headers; the run slows down after a 429');
  }
  const quota = `${numberText(remaining)} of ${numberText(limit)} left, this run needs about ${numberText(planned.requests)}`;
  const serverNowMs = dateOf(exchange) ?? Date.parse(exchange.startedAt);
  const untilResetMs = reset === null ? 0 : reset * 1000 - serverNowMs;
  const isPlausible = untilResetMs > 0 && untilResetMs < 3 * 24 * 60 * minuteMs;
  if (isPlausible && untilResetMs > 15 * minuteMs && remaining < planned.requests) {
    return problem(
      'allowance',
      `${quota}, and the limit resets only at ${new Date(Date.parse(exchange.startedAt) + untilResetMs).toISOString()}`,
      'wait until then, use another key, or run less with --effort smoke or --only',
    );
  }
  const windows = Math.max(0, Math.ceil((planned.requests - remaining) / Math.max(1, limit)));
  const pace = windows === 0 ? '' : `, about ${Math.ceil((windows * minuteMs) / 60_000)} min of waiting`;
  const further = leavesPlenty(limit, remaining) ? furtherCases(planned) : '';
  return good('allowance', `${quota}${pace}${further}`);
}

function furtherCases({ requests, mostRequests }: PlannedRequests): string {
  return mostRequests === null
    ? ''
    : `. With so many left, it also sends up to ${numberText(mostRequests - requests)} further cases (malformed and unusual inputs) if the service responds within ${quickMs} ms, to creations within ${quickCreationMs} ms`;
}

/** The first response, and signs in it that the base URL is wrong. */
export function reachedStep(exchange: Exchange, transport: Transport | undefined): PreflightStep {
  const status = exchange.response?.status ?? 0;
  const text = `responds in ${Math.round(exchange.finishedAtMs - exchange.sentAtMs)} ms${wayOf(transport)}`;
  if (status === 404) {
    return note('reachable', `${text}, but GET /pets returns 404: is the base URL right (it ends with /v1)?`);
  }
  if (status >= 300 && status < 400) {
    const location = headerValue(exchange.response?.headers ?? [], 'Location') ?? 'elsewhere';
    return note(
      'reachable',
      `${text}, but redirects to ${location.slice(0, 200)}: redirects are not followed`,
    );
  }
  return good('reachable', text);
}

function wayOf(transport: Transport | undefined): string {
  if (transport === undefined || transport.proxy === null) {
    return '';
  }
  const url = new URL(transport.proxy.url);
  return ` through the proxy ${url.hostname}:${portOf(url)}`;
}

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

/** The problem of a target that does not respond, or `null`. */
export function unreachable(exchange: Exchange, timeoutMs: number): PreflightStep | null {
  const { failure, response } = exchange;
  if (failure === null || (response !== null && failure.code !== 'timeout')) {
    return null;
  }
  const remedy =
    failure.code === 'timeout'
      ? `check that the service is up, or allow more than ${timeoutMs} ms with --timeout`
      : /HTTP\/2/.test(failure.detail)
        ? 'let the service, or a proxy in front of it, speak HTTP/1.1'
        : (remedies[failure.code] ?? 'check the base URL');
  return problem('reachable', failure.detail, remedy);
}

/** The problem of a rejected key, or `null` if it is accepted or that is unknown. */
export function refusedKey({ response }: Exchange): PreflightStep | null {
  const status = response?.status ?? 0;
  if (status === 401 || status === 403) {
    return problem(
      'key',
      `the key is refused: GET /pets returned ${status}`,
      `pass the key of this environment with --api-key or ANIMAL_STORE_API_KEY${status === 403 ? '; if a gateway refuses, pass what it needs with --header' : ''}`,
    );
  }
  return status === 429
    ? problem(
        'key',
        'the quota of the key is exhausted: GET /pets keeps returning 429',
        'wait until the limit resets, or use a dedicated key',
      )
    : null;
}

export function good(name: string, text: string): PreflightStep {
  return { name, outcome: 'good', text, remedy: null };
}

/** A step with a note. */
export function note(name: string, text: string, remedy: string | null = null): PreflightStep {
  return { name, outcome: 'note', text, remedy };
}

/** A step with a problem that prevents a run. */
export function problem(name: string, text: string, remedy: string): PreflightStep {
  return { name, outcome: 'problem', text, remedy };
}
