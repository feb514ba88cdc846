import { declaresHtml } from '../exchange/headers.ts';
import { groupedBy } from '../grouped-by.ts';
import { operationOfExchange } from './operation-counts.ts';
import type { Cause, ReportExchange } from './report.ts';
import type { RunRecord } from './run-record.ts';
import { bounded } from './words.ts';

const longestText = 300;

interface Violation {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
  readonly example: ReportExchange | undefined;
  /** The number of the earliest exchange that shows it. */
  readonly first: number;
  readonly exchanges: ReadonlySet<number>;
}

interface CommonGround {
  readonly key: string;
  readonly text: string;
}

/**
 * Groups violated requirements that likely have one cause: the same foreign answer, the same wrong status, the same
 * way in the same operation, or the same exchanges. A hint for readers: no verdict depends on it.
 *
 * @param violated ids of the catalogue, in its order; causes come in the order in which they first showed
 */
export function likelyCauses(violated: readonly string[], run: RunRecord): Cause[] {
  const violations = violated
    .flatMap((id) => violationOf(id, run))
    .sort((left, right) => left.first - right.first);
  const groups = groupedBy(violations, (violation) => commonGround(violation).key);
  const common = [...groups.values()].map((members) => ({ text: commonGround(members[0]).text, members }));
  return seenTogether(common, run)
    .filter(({ members }) => members.length > 1)
    .map(({ text, members }) => ({ text, requirements: members.map(({ id }) => id) }));
}

function violationOf(id: string, run: RunRecord): Violation[] {
  const findings = [...(run.requirements.get(id)?.findings.values() ?? [])];
  const [finding] = findings.sort((left, right) => left.first - right.first);
  if (finding === undefined) {
    return [];
  }
  const { first, exchanges, smallest } = finding;
  const { kind, message, expected, exchange } = smallest;
  return [{ id, kind, message, expected, first, example: run.exchanges.get(exchange), exchanges }];
}

function commonGround(violation: Violation): CommonGround {
  const { example } = violation;
  return (
    (example === undefined ? null : foreignAnswer(example)) ??
    wrongStatus(violation) ?? {
      key: `${example === undefined ? '' : operationOfExchange(example)} ${violation.kind}`,
      text: bounded(violation.message, longestText) || violation.kind,
    }
  );
}

/** An answer that is none of the service's own: a web page, a failure of the server or of the connection. */
function foreignAnswer({ response, failure }: ReportExchange): CommonGround | null {
  if (response === null || failure !== null) {
    const code = failure?.code ?? 'other';
    return { key: `failure ${code}`, text: `Requests get no complete response (${code})` };
  }
  if (response.status >= 500) {
    return { key: `status ${response.status}`, text: `Requests return ${response.status}` };
  }
  return declaresHtml(response.headers)
    ? { key: 'page', text: `Responses are web pages instead of JSON${titleOf(response.body)}` }
    : null;
}

function titleOf(page: string): string {
  const [, title = ''] = /<title[^>]{0,200}>([^<]{1,80})/i.exec(page.slice(0, 4_000)) ?? [];
  return title.trim() === '' ? '' : `: ${title.trim()}`;
}

function wrongStatus({ kind, expected, example }: Violation): CommonGround | null {
  const [, due] = /^(4\d\d)\b/.exec(expected) ?? [];
  const status = example?.response?.status;
  if (due === undefined || status === undefined || !/(?:^|-)status-\d{3}$/.test(kind)) {
    return null;
  }
  const text = `Requests return ${status} instead of ${due}`;
  return { key: status < 300 ? `success ${due}` : text, text };
}

interface Group {
  readonly text: string;
  readonly members: Violation[];
}

/** The minimum share of the smaller set's exchanges that must be in the larger one. */
const leastShared = 0.9;

/**
 * Joins groups of violations that the same exchanges show. A violation in most exchanges of an operation coincides with
 * every other one by chance, so it joins nothing; neither does one that was seen once.
 */
function seenTogether(groups: readonly Group[], run: RunRecord): Group[] {
  const isUsual = usual(run);
  const joined: Group[] = [];
  for (const group of groups) {
    const rare = group.members.filter(({ exchanges }) => !isUsual(exchanges));
    const other = joined.find(({ members }) =>
      members.some((one) => !isUsual(one.exchanges) && rare.some((two) => areShownTogether(one, two))),
    );
    if (other === undefined) {
      joined.push({ text: group.text, members: [...group.members] });
    } else {
      other.members.push(...group.members);
    }
  }
  return joined;
}

function areShownTogether(one: Violation, two: Violation): boolean {
  const [small, large] =
    one.exchanges.size < two.exchanges.size ? [one.exchanges, two.exchanges] : [two.exchanges, one.exchanges];
  const shared = [...small].filter((number) => large.has(number)).length;
  return small.size > 1 && shared >= small.size * leastShared;
}

/** Returns a test whether a set has most exchanges of the operation of its first one. */
function usual(run: RunRecord): (shown: ReadonlySet<number>) => boolean {
  const all = groupedBy(run.exchanges.values(), operationOfExchange);
  return (shown) => {
    const [first] = shown;
    const example = first === undefined ? undefined : run.exchanges.get(first);
    return example === undefined || shown.size * 2 > (all.get(operationOfExchange(example))?.length ?? 0);
  };
}
