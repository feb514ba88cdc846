import { noCredential } from '../arbitraries/credentials.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { answerOf, isOutOfOrder } from '../suite/answer.ts';
import { type Credential, createPet, listPets, withCredential } from '../target/api-request.ts';
import type { OutgoingRequest, Target } from '../target/target.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { problem } from './preflight-headers.ts';

/** The requests that test whether an Animal Store responds at a base URL. */
export interface StoreSearch {
  readonly target: Target;
  readonly key: Credential;
  readonly baseUrl: string;
  /** Sends a plain creation; `null` in a run that creates nothing. */
  readonly create: (() => Promise<Exchange>) | null;
}

const unknownPath = '/no-such-path';

/**
 * The problem of a base URL without an Animal Store, or of an unavailable service; `null` if a run can continue. If the
 * first response is not a list, it and a creation (in a read-only run: a list without a key) are compared with the same
 * requests to a path that the interface does not define. If the statuses are the same, or if both requests are
 * redirected to another base URL, the service has no `/pets`.
 */
export async function addressProblem(list: Exchange, search: StoreSearch): Promise<PreflightStep | null> {
  const { target, key, baseUrl, create } = search;
  const isRefusedCaller = [401, 403, 429].includes(list.response?.status ?? 0);
  if (isRefusedCaller || (answerOf(list)?.pets ?? null) !== null) {
    return null;
  }
  const send = (request: OutgoingRequest) => target.send(request, 'preflight');
  const other = create === null ? await send(listPets({ limit: 1 }, noCredential)) : await create();
  if (isOutOfOrder(list)) {
    return outOfOrderProblem(list, other, await send(listPets({ limit: 1 }, key)));
  }
  if (other.response?.status === 201) {
    return null;
  }
  const read = (credential: Credential) => withCredential('GET', unknownPath, [], null, credential);
  const otherUnknown =
    create === null ? read(noCredential) : { ...createPet('{}', key), target: unknownPath };
  const isMissing = async (exchange: Exchange, unknown: OutgoingRequest): Promise<boolean> =>
    redirectedBase(exchange, baseUrl) !== null || hasSameStatus(exchange, await send(unknown));
  const hasNoStore = (await isMissing(list, read(key))) && (await isMissing(other, otherUnknown));
  const redirect = redirectedBase(list, baseUrl);
  return hasNoStore
    ? problem(
        'address',
        `no Animal Store found at ${baseUrl}: ${shortly(list)}, ${shortly(other)}${redirect === null ? ', like an unknown path' : ''}`,
        remedyOf(redirect, baseUrl),
      )
    : null;
}

function hasSameStatus({ response }: Exchange, unknown: Exchange): boolean {
  return response !== null && response.status === unknown.response?.status;
}

function remedyOf(redirect: string | null, baseUrl: string): string {
  if (redirect !== null) {
    return `did you mean ${redirect} ? GET /pets redirects there`;
  }
  const { origin, pathname } = new URL(baseUrl);
  const [, before] = /^(.*?)\/pets(?:\/.*)?$/.exec(pathname) ?? [];
  return before === undefined
    ? 'check the base URL: /pets follows it, and it ends with /v1'
    : `did you mean ${origin}${before} ? The suite adds /pets itself`;
}

/** The problem of a service behind which nothing answers at the moment, or `null`. */
function outOfOrderProblem(list: Exchange, other: Exchange, again: Exchange): PreflightStep | null {
  return [list, other, again].every(isOutOfOrder)
    ? problem(
        'reachable',
        `the service is out of order: ${shortly(list)} twice, ${shortly(other)}`,
        'check that the service is up, and that any gateway forwards to it',
      )
    : null;
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
