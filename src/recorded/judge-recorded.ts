import { requirements } from '../../suites/requirements.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Report } from '../report/report.ts';
import { recordRun } from '../run/record-run.ts';
import { runHeader } from '../run/run-header.ts';
import type { Finding } from '../verdict/finding.ts';
import { answerable, answerableIds, type Given } from './answerable.ts';
import { type RecordedPlan, RecordedTimeline } from './recorded-timeline.ts';
import type { RecordedTraffic } from './recorded-traffic.ts';
import { RecordedWatches } from './recorded-watches.ts';

/** How recorded traffic is judged. */
export interface JudgeOptions {
  /** The plan of its key, or `null`. */
  readonly plan: RecordedPlan | null;
  readonly minuteMs: number;
  readonly dayMs: number;
  readonly failOn: 'must' | 'should';
  /** Absolute path of the folder for journal and reports; exists already. */
  readonly reportDir: string;
  /** The command line that judges it again, secrets left out. */
  readonly command: string;
}

/**
 * Judges recorded traffic: nothing is sent. Every exchange is shown to the watches of a run and recorded with what they
 * say, in a journal of its own, from which the report is folded.
 *
 * @throws {FolderShared} where something else used `options.reportDir` at the same time.
 */
export async function judgeRecorded(traffic: RecordedTraffic, options: JudgeOptions): Promise<Report> {
  const plan = traffic.isKeyKnown ? options.plan : null;
  const given = { hasPlan: plan !== null, hasKey: traffic.isKeyValid };
  const { baseUrl, startedAt, tag, notes } = traffic;
  const header = runHeader({ ...options, baseUrl }, { tag, startedAt, selected: answerableIds(given) });
  return recordRun(options.reportDir, { ...header, kind: 'judge' }, {}, async (record) => {
    for (const text of plan === options.plan ? notes : [...notes, keyOfPlan]) {
      record({ type: 'preflight', step: { name: 'recording', outcome: 'note', text, remedy: null } });
    }
    const violated = new Set<string>();
    const report = (findings: readonly Finding[]): void => {
      for (const finding of findings) {
        if (answerable(finding.requirement, given).how !== 'not') {
          violated.add(finding.requirement);
          record({ type: 'finding', finding });
        }
      }
    };
    const { watches, timeline, touched, first, durationMs } = await watched(
      traffic,
      { ...options, plan },
      (exchange, { touched, findings }) => {
        record({ type: 'exchange', exchange, touched });
        report(findings);
      },
    );
    if (plan !== null && traffic.isTimed) {
      report(timeline.findings(plan));
    }
    if (Number.isFinite(first)) {
      touched.add(baseAddress);
      record({ type: 'evidence', requirement: baseAddress, exchange: first });
      report(baseAddressFindings(baseUrl, first));
    }
    for (const observation of watches.observations()) {
      record({ type: 'observation', ...observation });
    }
    for (const { id } of requirements) {
      const shown = violated.has(id) ? 'violated' : touched.has(id) ? 'touched' : null;
      record({
        type: 'check-finished',
        requirement: id,
        ...outcomeOf(id, { traffic, given, watches, shown }),
      });
    }
    return { durationMs: Math.round(durationMs), interrupted: null };
  });
}

/** Shows every exchange to the watches. */
async function watched(
  traffic: RecordedTraffic,
  { plan, minuteMs, dayMs }: Pick<JudgeOptions, 'plan' | 'minuteMs' | 'dayMs'>,
  onSeen: (exchange: Exchange, seen: ReturnType<RecordedWatches['see']>) => void,
) {
  const watches = new RecordedWatches(traffic, { planLimit: plan, minuteMs, dayMs });
  const timeline = new RecordedTimeline();
  const touched = new Set<string>();
  let durationMs = 0;
  let first = Number.POSITIVE_INFINITY;
  for await (const exchange of traffic.exchanges) {
    const seen = watches.see(exchange);
    timeline.see(exchange);
    durationMs = Math.max(durationMs, exchange.finishedAtMs);
    first = Math.min(first, exchange.number);
    for (const requirement of seen.touched) {
      touched.add(requirement);
    }
    onSeen(exchange, seen);
  }
  return { watches, timeline, touched, first, durationMs };
}

const keyOfPlan =
  '--plan is not used, because the recording does not tell which key has this plan: state it as ANIMAL_STORE_API_KEY or --api-key';

/** Requirements of the limits of a single key. */
const ofOneKey = new Set(['rate/remaining-counts-down', 'rate/limit-matches-plan']);

const baseAddress = 'version/base-address';

function baseAddressFindings(baseUrl: string, exchange: number): Finding[] {
  const path = new URL(baseUrl).pathname;
  return path.endsWith('/v1')
    ? []
    : [
        {
          requirement: baseAddress,
          kind: 'no-version-segment',
          message: 'The base URL does not end with the version segment',
          expected: 'a base URL that ends with /v1',
          actual: `a base URL whose path is ${path}`,
          exchange,
          related: [],
        },
      ];
}

/** The history after the last exchange. */
interface Judged {
  readonly traffic: RecordedTraffic;
  readonly given: Given;
  readonly watches: RecordedWatches;
  /** The evidence of some exchanges for the requirement. */
  readonly shown: 'violated' | 'touched' | null;
}

function outcomeOf(
  id: string,
  { traffic, given, watches, shown }: Judged,
): { outcome: 'done' | 'skipped' | 'inconclusive'; reason: string | null } {
  const way = answerable(id, given);
  if (way.how === 'not') {
    return { outcome: 'skipped', reason: way.reason };
  }
  if (shown === 'violated') {
    return { outcome: 'done', reason: null };
  }
  if (way.how === 'fail-only') {
    return {
      outcome: 'skipped',
      reason:
        'recorded traffic can show a violation, but not that the requirement holds; use the command run',
    };
  }
  const lacking = watches.undecided(id);
  if (lacking.length === 0 && shown === 'touched') {
    return { outcome: 'done', reason: null };
  }
  const evidence = watches.isHidden(id)
    ? 'the header fields that a browser keeps from the scripts of other origins'
    : 'anything that bears on it';
  const lack = lacking.length === 0 ? evidence : lacking.slice(0, 3).join(', ');
  const isOfAnimals = way.how === 'animals';
  const changed = !isOfAnimals
    ? ''
    : !traffic.isOrdered
      ? '; its clock was adjusted, so animals are not followed'
      : watches.isChanged
        ? '; after a request that may have changed animals they are followed no further'
        : '';
  const removed =
    traffic.areKeysRemoved && (isOfAnimals || ofOneKey.has(id))
      ? '; requests whose key was taken out of the recording do not count'
      : '';
  return { outcome: 'inconclusive', reason: `the recording lacks ${lack}${changed}${removed}` };
}
