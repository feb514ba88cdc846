import type { RequirementId } from '../../suites/requirements.ts';
import { declaresHtml, headerValue } from '../exchange/headers.ts';
import type { ReportExchange } from './report.ts';

/** Who can probably fix a finding, and why it may not be the service alone. */
export interface LikelyOwner {
  readonly who: string;
  readonly why: string;
}

const inFront: LikelyOwner = {
  who: 'the operator of this environment',
  why: 'the response is a web page, so another system responds at this URL: a login page, a proxy or another application',
};
const errorPage: LikelyOwner = {
  who: 'the service, or a proxy in front of it',
  why: "the response is an HTML error page, usually the default of the service's framework",
};
const gateway: LikelyOwner = {
  who: 'the service, or a gateway in front of it',
  why: 'a gateway returns this when it gets no response itself',
};
const network: LikelyOwner = {
  who: 'the operator of this environment',
  why: 'no connection was made',
};

/** Requirements whose violation may also be caused by wrong options. */
const unless: Readonly<Record<string, string>> = {
  'rate/limit-matches-plan': 'unless --plan or --plan-limit does not match the key',
  'auth/revoked-key': 'unless the key passed as revoked is still valid',
  'auth/valid-key-accepted': 'unless the key passed is not valid',
  'version/base-address': 'unless the base URL passed is wrong',
};
/** Another client of the key can cause refusals, and nothing else. */
const causedByRefusals: readonly string[] = [
  'quota/fully-granted',
  'quota/isolated-between-keys',
  'quota/retry-after-honest',
  'quota/reset-honest',
] satisfies readonly RequirementId[];
const otherClients = 'unless another client uses the measured key';

const gatewayStatuses: readonly number[] = [502, 503, 504];
const noConnection: readonly string[] = ['unresolved', 'refused', 'unreachable', 'tls', 'proxy'];

/** The likely owner of a violation that this exchange shows, or `null` if it is the service. */
export function likelyOwner(requirement: string, example: ReportExchange | undefined): LikelyOwner | null {
  const { response = null, failure = null } = example ?? {};
  if (failure !== null && noConnection.includes(failure.code)) {
    return network;
  }
  const isJson = /\bjson\b/i.test(headerValue(response?.headers ?? [], 'Content-Type') ?? '');
  if (response !== null && gatewayStatuses.includes(response.status) && !isJson) {
    return gateway;
  }
  if (response !== null && declaresHtml(response.headers)) {
    return response.status >= 400 ? errorPage : inFront;
  }
  const exception =
    unless[requirement] ?? (causedByRefusals.includes(requirement) ? otherClients : undefined);
  return exception === undefined ? null : { who: 'the service', why: exception };
}
