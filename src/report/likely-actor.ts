import { declaresHtml } from '../exchange/headers.ts';
import type { ReportExchange } from './report.ts';

/** The likely owner of a finding, with the reason if necessary. */
export interface LikelyActor {
  readonly who: string;
  readonly why: string | null;
}

const service: LikelyActor = { who: 'the service', why: null };
const inFront: LikelyActor = {
  who: 'the operator of this environment',
  why: 'the response is a web page, so another system responds at this URL: a login page, a proxy or another application',
};
const errorPage: LikelyActor = {
  who: 'the service, or a proxy in front of it',
  why: "the response is an HTML error page, usually the default of the service's framework",
};
const gateway: LikelyActor = {
  who: 'the service, or a gateway in front of it',
  why: 'a gateway returns this when it gets no response itself',
};
const network: LikelyActor = {
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
const quotaKeys = 'unless another client uses the measured key';

const gatewayStatuses: readonly number[] = [502, 503, 504];
const noConnection: readonly string[] = ['unresolved', 'refused', 'unreachable', 'tls', 'proxy'];

/** Who is likely to have to act on a violation of this requirement that this exchange shows. */
export function likelyActor(requirement: string, example: ReportExchange | undefined): LikelyActor {
  const { response = null, failure = null } = example ?? {};
  if (failure !== null && noConnection.includes(failure.code)) {
    return network;
  }
  if (response !== null && gatewayStatuses.includes(response.status)) {
    return gateway;
  }
  if (response !== null && declaresHtml(response.headers)) {
    return response.status >= 400 ? errorPage : inFront;
  }
  const exception = unless[requirement] ?? (requirement.startsWith('quota/') ? quotaKeys : undefined);
  return exception === undefined ? service : { ...service, why: exception };
}
