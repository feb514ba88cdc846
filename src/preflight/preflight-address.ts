import type { Exchange } from '../exchange/exchange.ts';
import { declaresHtml, headerValue } from '../exchange/headers.ts';
import { misfit } from '../json/published-schema.ts';
import { openTarget } from '../run/open-target.ts';
import { answerOf, isOutOfOrder } from '../suite/answer.ts';
import type { Session } from '../suite/session.ts';
import { listPets } from '../target/api-request.ts';
import type { PreflightStep, RunEvent } from '../verdict/run-event.ts';
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
 * The problem of a base URL at which no Animal Store is, or `null`. Where list and creation both are not found, or
 * both are pages for people, nothing of the interface is there. Where both are refused in another way, the address is
 * wrong only if a store is found next to it: it may be one with faults.
 */
export async function addressProblem(
  { list, other }: FirstAnswers,
  baseUrl: string,
  ask: AskElsewhere,
): Promise<PreflightStep | null> {
  const isNone = isNoStore(list, baseUrl) && isNoStore(other, baseUrl);
  // If the path is that of one animal, nothing can be created at it.
  const isNoMethod = other.response?.status === 405 || other.response?.status === 501;
  const isMisread =
    (isNoStore(list, baseUrl) || isRefusedRequest(list)) && (isNoStore(other, baseUrl) || isNoMethod);
  if (!isMisread) {
    return null;
  }
  const text = `no Animal Store found at ${baseUrl}: ${shortly(list)}, ${shortly(other)}`;
  const missing = (remedy: string): PreflightStep => problem('address', text, remedy);
  const tried: string[] = [];
  for (const candidate of candidatesOf(list, baseUrl)) {
    const exchange = await ask(candidate);
    const store = storeIn(exchange);
    if (store !== null && (isNone || store.isCertain)) {
      return missing(`did you mean ${candidate} ? GET /pets there returned ${store.text}`);
    }
    tried.push(`${candidate} (${exchange.response?.status ?? exchange.failure?.code})`);
  }
  const redirect = redirectedBase(list, baseUrl);
  if (!isNone) {
    return null;
  }
  return redirect !== null && new URL(redirect).origin !== new URL(baseUrl).origin
    ? missing(`did you mean ${redirect} ? GET /pets redirects there; it was not tried`)
    : missing(
        `check the base URL: /pets follows it, and it ends with /v1; not found at ${tried.join(', ')} either`,
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

/** A 4xx that says nothing of the caller: the path may mean something else, e.g. an animal named `pets`. */
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

function candidatesOf(list: Exchange, baseUrl: string): string[] {
  const redirect = redirectedBase(list, baseUrl);
  const isNear = redirect !== null && new URL(redirect).origin === new URL(baseUrl).origin;
  return [...new Set([...(isNear ? [redirect] : []), ...baseUrlCandidates(baseUrl)])];
}

/** Evidence of an Animal Store: a list of animals, or less certainly a 401 with an `Error`. */
function storeIn(exchange: Exchange): { readonly text: string; readonly isCertain: boolean } | null {
  const answer = answerOf(exchange);
  const json = answer?.json;
  if (answer === null || json === undefined) {
    return null;
  }
  if (answer.status === 200 && misfit(json, 'pets') === null) {
    return { text: '200 and a list of animals', isCertain: true };
  }
  return answer.status === 401 && misfit(json, 'error') === null
    ? { text: '401 and an Error body', isCertain: false }
    : null;
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

const mostCandidates = 5;

/**
 * Base URLs of the same origin that may have been meant, the likeliest first: up to a path segment `v1`, without
 * `pets` and what follows it, with `/v1` behind.
 */
export function baseUrlCandidates(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const pets = segments.indexOf('pets');
  const before = pets === -1 ? segments : segments.slice(0, pets);
  const paths: string[] = [];
  for (let length = before.length; length >= 0; length -= 1) {
    const prefix = before.slice(0, length).map((segment) => `/${segment}`);
    const path = prefix.join('');
    paths.push(...(prefix.at(-1) === '/v1' ? [path] : [`${path}/v1`, path]));
  }
  const candidates = [...paths, '/api/v1'].map((path) => origin + path);
  return [...new Set(candidates)].filter((candidate) => candidate !== baseUrl).slice(0, mostCandidates);
}

/** Asks for a short list at another base URL, and records it without judging it. */
export type AskElsewhere = (baseUrl: string) => Promise<Exchange>;

/** @param run the run that asks; its bound on requests holds for these as well */
export function askingElsewhere(
  session: Session,
  run: { readonly tag: string; readonly startedAtMs: number; readonly record: (event: RunEvent) => void },
): AskElsewhere {
  let asked = 0;
  return async (baseUrl) => {
    const target = openTarget({
      ...run,
      options: { ...session.options, baseUrl },
      exchangesBefore: session.target.requestsSent + asked,
      // An exchange is read as one with the base URL of the run unless its target says otherwise.
      onExchange: (exchange) => run.record({ type: 'exchange', exchange, touched: [] }),
    });
    try {
      const request = listPets({ limit: 1 }, session.key);
      asked += 1;
      return await target.send({ ...request, targetShownAs: baseUrl + request.target }, 'preflight');
    } finally {
      await target.close();
    }
  };
}
