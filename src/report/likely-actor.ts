import { declaresHtml } from '../exchange/headers.ts';
import type { ReportExchange } from './report.ts';

/** Who is likely to have to act, and what speaks for that, where anything has to be said. */
export interface LikelyActor {
  readonly who: string;
  readonly why: string | null;
}

const service: LikelyActor = { who: 'the service', why: null };
const inFront: LikelyActor = {
  who: 'whoever runs the set-up',
  why: 'a web page is no answer of this interface, so something else answers at this address: a login page, a proxy, another application',
};
const gateway: LikelyActor = {
  who: 'the service, or what stands in front of it',
  why: 'a gateway answers like this where it gets no answer itself',
};
const network: LikelyActor = {
  who: 'whoever runs the set-up',
  why: 'the connection itself did not come about',
};

/** Requirements whose violation may also come from what the run was told. */
const unless: Readonly<Record<string, string>> = {
  'rate/limit-matches-plan': 'unless --plan or --plan-limit is not that of the key',
  'auth/revoked-key': 'unless the key given as revoked is still valid',
  'auth/valid-key-accepted': 'unless the key given is not valid',
  'version/base-address': 'or whoever gave the base address, which ends otherwise',
};
const quotaKeys = 'unless somebody else uses the key whose quota was used up';

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
  if (declaresHtml(response?.headers ?? [])) {
    return inFront;
  }
  const exception = unless[requirement] ?? (requirement.startsWith('quota/') ? quotaKeys : undefined);
  return exception === undefined ? service : { ...service, why: exception };
}
