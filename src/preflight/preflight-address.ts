import type { Exchange } from '../exchange/exchange.ts';
import { declaresHtml, headerValue } from '../exchange/headers.ts';
import { isOutOfOrder } from '../suite/answer.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { problem } from './preflight-headers.ts';

/** The requests of the preflight to the operations, with the key of the run. */
interface FirstAnswers {
  readonly list: Exchange;
  /** A plain creation, or in a run that creates nothing a list without a key, which a store answers 401. */
  readonly other: Exchange;
}

/** Whether a first list leaves open that the base URL is that of an Animal Store. */
export function looksLikeNoStore(list: Exchange, baseUrl: string): boolean {
  return isNoStore(list, baseUrl) || isRefusedRequest(list) || isOutOfOrder(list);
}

/**
 * The problem of a base URL at which no Animal Store is, or `null`: neither list nor creation is found, or the base URL
 * ends with `/pets`, so that the service reads an animal of this name and creates nothing.
 */
export function addressProblem({ list, other }: FirstAnswers, baseUrl: string): PreflightStep | null {
  const isNone = isNoStore(list, baseUrl) && isNoStore(other, baseUrl);
  const { origin, pathname } = new URL(baseUrl);
  const [, before] = /^(.*?)\/pets(?:\/.*)?$/.exec(pathname) ?? [];
  const isNoMethod = other.response?.status === 405 || other.response?.status === 501;
  const isAnimal = isRefusedRequest(list) && (isNoStore(other, baseUrl) || isNoMethod);
  if (!isNone && !(before !== undefined && isAnimal)) {
    return null;
  }
  const redirect = redirectedBase(list, baseUrl);
  const meant =
    redirect === null
      ? before !== undefined && `did you mean ${origin}${before} ? The suite adds /pets itself`
      : `did you mean ${redirect} ? GET /pets redirects there`;
  return problem(
    'address',
    `no Animal Store found at ${baseUrl}: ${shortly(list)}, ${shortly(other)}`,
    meant || 'check the base URL: /pets follows it, and it ends with /v1',
  );
}

/** The problem of a service behind which nothing answers at the moment, or `null`. */
export function outOfOrderProblem({ list, other }: FirstAnswers, again: Exchange): PreflightStep | null {
  return [list, other, again].every(isOutOfOrder)
    ? problem(
        'reachable',
        `the service is out of order: ${shortly(list)} twice, ${shortly(other)}`,
        'check that the service is up, and that any gateway forwards to it',
      )
    : null;
}

/** Not found, a page for people, or sent to another base URL. */
function isNoStore(exchange: Exchange, baseUrl: string): boolean {
  const { response } = exchange;
  return (
    response !== null &&
    response.status !== 401 &&
    (response.status === 404 || isPage(exchange) || redirectedBase(exchange, baseUrl) !== null)
  );
}

function isPage({ response }: Exchange): boolean {
  return declaresHtml(response?.headers ?? []) || /^\s*<(?:!doctype|html)\b/i.test(response?.body ?? '');
}

/** A 4xx that says nothing of the caller. */
function isRefusedRequest({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
}

/** The base URL that a redirect of a list or creation leads to, or `null` without a redirect to another one. */
function redirectedBase({ response }: Exchange, baseUrl: string): string | null {
  const location = headerValue(response?.headers ?? [], 'Location');
  if (response === null || response.status < 300 || response.status >= 400 || location === undefined) {
    return null;
  }
  const page = `${baseUrl}/pets`;
  const url = URL.canParse(location, page) ? new URL(location, page) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return null;
  }
  const base = url.origin + url.pathname.replace(/(?:\/pets)?\/*$/, '');
  return base === baseUrl ? null : base;
}

function shortly({ request, response, failure }: Exchange): string {
  const path = request.target.split('?', 1)[0];
  const who = request.credential === 'none' ? ' without a key' : '';
  const type = headerValue(response?.headers ?? [], 'Content-Type')
    ?.split(';', 1)[0]
    ?.trim()
    .slice(0, 40);
  const what = response === null ? `got no response (${failure?.code})` : `returned ${response.status}`;
  return `${request.method} ${path}${who} ${what}${type === undefined ? '' : ` (${type})`}`;
}
