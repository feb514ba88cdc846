import { isDeepStrictEqual } from 'node:util';
import type { HeaderList, RecordedRequest } from '../exchange/exchange.ts';
import { isAddedByClient } from '../exchange/headers.ts';
import { operationOf } from '../exchange/request-description.ts';
import type { MergedFinding } from './fold/merged-finding.ts';
import type { RequirementRecord, RunRecord } from './fold/run-record.ts';
import type { ReportExchange, ReportFinding, SameRequests } from './report.ts';
import { counted, numberText } from './words.ts';

/**
 * Counts the requests with the curl command of the counterexample, and those that show the finding. `null` if all of
 * them do: the command then needs no explanation. Also `null` for a load, which records a part of its requests, and for a
 * plan limit, which no single request shows.
 */
export function sameRequests(
  { smallest, exchanges }: MergedFinding,
  { evidence }: RequirementRecord,
  run: RunRecord,
): SameRequests | null {
  const example = run.exchanges.get(smallest.exchange);
  if (example === undefined || run.load !== null || smallest.requirement.startsWith('quota/')) {
    return null;
  }
  const isSame = (number: number): boolean => {
    const other = run.exchanges.get(number);
    return other !== undefined && isSentAlike(other.request, example.request);
  };
  const related = new Set(smallest.related.map(({ exchange }) => exchange));
  const showing = [...exchanges].filter(isSame);
  // If several show it, requests before the first met another state of the service.
  const since = showing.length > 1 ? Math.min(...showing) : 0;
  const others = [...evidence].filter(
    // An equal response was not necessarily judged in the same way.
    (number) =>
      number > since &&
      !exchanges.has(number) &&
      !related.has(number) &&
      isSame(number) &&
      differs(run.exchanges.get(number), example),
  ).length;
  return others === 0 ? null : { sent: showing.length + others, showing: showing.length };
}

/** Whether curl would send the same. */
function isSentAlike(one: RecordedRequest, other: RecordedRequest): boolean {
  return (
    one.target === other.target &&
    one.method === other.method &&
    one.body === other.body &&
    one.firstWriteBytes === other.firstWriteBytes &&
    isDeepStrictEqual(ownFields(one), ownFields(other))
  );
}

function ownFields({ headers }: RecordedRequest): HeaderList {
  return headers.filter(([name]) => !isAddedByClient(name));
}

/** Lists differ by what the run creates meanwhile, so only another status tells that one does not show a finding. */
function differs(one: ReportExchange | undefined, other: ReportExchange): boolean {
  const isList = operationOf(other.request.method, other.request.target) === 'listPets';
  return (
    one?.response?.status !== other.response?.status ||
    (!isList && one?.response?.body !== other.response?.body)
  );
}

/** How many identical requests show a finding, or how many were sent at once; `null` if each shows it alone. */
export function frequencyText({ sameRequests: same, atOnce }: ReportFinding): string | null {
  if (atOnce !== undefined) {
    return `seen only among requests sent at the same time (${atOnce} in flight): rerun the checks`;
  }
  return same === undefined
    ? null
    : `${numberText(same.showing)} of ${counted(same.sent, 'identical request')} showed this: send it several times, or rerun the checks`;
}
