import { requirements } from '../../suites/requirements.ts';
import { openJournal } from '../journal/journal.ts';
import type { Report } from '../report/report.ts';
import { journalPath } from '../run/journal-path.ts';
import { reportOfOwnJournal } from '../run/report-of-own-journal.ts';
import { runHeader } from '../run/run-header.ts';
import type { Finding } from '../verdict/finding.ts';
import type { RunEvent } from '../verdict/run-event.ts';
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
  const journal = openJournal(journalPath(options.reportDir));
  const plan = traffic.isKeyKnown ? options.plan : null;
  const given = { hasPlan: plan !== null, hasKey: traffic.isKeyValid };
  const judge = new RecordedJudge(
    traffic,
    { ...options, plan, isPlanUnused: plan !== options.plan },
    given,
    (event) => journal.append(event),
  );
  await judge.carryOut();
  journal.close();
  return reportOfOwnJournal(options.reportDir, traffic.tag, journal);
}

const keyOfPlan =
  '--plan is not used, because the recording does not tell which key has this plan: state it as ANIMAL_STORE_API_KEY or --api-key';

/** Requirements of the limits of a single key. */
const ofOneKey = new Set(['rate/remaining-counts-down', 'rate/limit-matches-plan']);

class RecordedJudge {
  readonly #traffic: RecordedTraffic;
  readonly #options: JudgeOptions & { readonly isPlanUnused: boolean };
  readonly #given: Given;
  readonly #record: (event: RunEvent) => void;
  readonly #watches: RecordedWatches;
  readonly #timeline = new RecordedTimeline();
  readonly #touched = new Set<string>();
  readonly #violated = new Set<string>();
  #lastMs = 0;
  #first: number | null = null;

  constructor(
    traffic: RecordedTraffic,
    options: JudgeOptions & { readonly isPlanUnused: boolean },
    given: Given,
    record: (event: RunEvent) => void,
  ) {
    this.#traffic = traffic;
    this.#options = options;
    this.#given = given;
    this.#record = record;
    const { plan, minuteMs, dayMs } = options;
    this.#watches = new RecordedWatches(traffic, { planLimit: plan, minuteMs, dayMs });
  }

  async carryOut(): Promise<void> {
    const { traffic, startedMs } = { traffic: this.#traffic, startedMs: Date.parse(this.#traffic.startedAt) };
    const { baseUrl, startedAt, tag } = traffic;
    const selected = answerableIds(this.#given);
    const header = runHeader({ ...this.#options, baseUrl }, { tag, startedAt, selected });
    this.#record({ type: 'run-started', header: { ...header, kind: 'judge' } });
    for (const text of this.#options.isPlanUnused ? [...traffic.notes, keyOfPlan] : traffic.notes) {
      this.#record({ type: 'preflight', step: { name: 'recording', outcome: 'note', text, remedy: null } });
    }
    for await (const exchange of traffic.exchanges) {
      const { findings, touched } = this.#watches.see(exchange);
      this.#timeline.see(exchange);
      this.#lastMs = Math.max(this.#lastMs, exchange.finishedAtMs);
      this.#first = Math.min(this.#first ?? exchange.number, exchange.number);
      for (const requirement of touched) {
        this.#touched.add(requirement);
      }
      this.#record({ type: 'exchange', exchange, touched });
      this.#report(findings);
    }
    this.#judgeWhole();
    this.#finish();
    this.#record({
      type: 'run-finished',
      finishedAt: new Date(startedMs + this.#lastMs).toISOString(),
      durationMs: Math.round(this.#lastMs),
      interrupted: null,
    });
  }

  #report(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (answerable(finding.requirement, this.#given).how !== 'not') {
        this.#violated.add(finding.requirement);
        this.#record({ type: 'finding', finding });
      }
    }
  }

  #judgeWhole(): void {
    const { plan } = this.#options;
    if (plan !== null && this.#traffic.isTimed) {
      this.#report(this.#timeline.findings(plan));
    }
    const path = new URL(this.#traffic.baseUrl).pathname;
    if (this.#first !== null) {
      this.#touched.add('version/base-address');
      this.#record({ type: 'evidence', requirement: 'version/base-address', exchange: this.#first });
      if (!path.endsWith('/v1')) {
        this.#report([
          {
            requirement: 'version/base-address',
            kind: 'no-version-segment',
            message: 'The base URL does not end with the version segment',
            expected: 'a base URL that ends with /v1',
            actual: `a base URL whose path is ${path}`,
            exchange: this.#first,
            related: [],
          },
        ]);
      }
    }
  }

  #finish(): void {
    for (const observation of this.#watches.observations()) {
      this.#record({ type: 'observation', ...observation });
    }
    for (const { id } of requirements) {
      this.#record({ type: 'check-finished', requirement: id, ...this.#outcomeOf(id) });
    }
  }

  #outcomeOf(id: string): { outcome: 'done' | 'skipped' | 'inconclusive'; reason: string | null } {
    const way = answerable(id, this.#given);
    if (way.how === 'not') {
      return { outcome: 'skipped', reason: way.reason };
    }
    if (this.#violated.has(id)) {
      return { outcome: 'done', reason: null };
    }
    if (way.how === 'fail-only') {
      return {
        outcome: 'skipped',
        reason:
          'recorded traffic can show a violation, but not that the requirement holds; use the command run',
      };
    }
    const lacking = this.#watches.undecided(id);
    if (lacking.length === 0 && this.#touched.has(id)) {
      return { outcome: 'done', reason: null };
    }
    const evidence = this.#watches.isHidden(id)
      ? 'the header fields that a browser keeps from the scripts of other origins'
      : 'anything that bears on it';
    const lack = lacking.length === 0 ? evidence : lacking.slice(0, 3).join(', ');
    const isOfAnimals = way.how === 'animals';
    const changed = !isOfAnimals
      ? ''
      : !this.#traffic.isOrdered
        ? '; its clock was adjusted, so animals are not followed'
        : this.#watches.isChanged
          ? '; after a request that may have changed animals they are followed no further'
          : '';
    const removed =
      this.#traffic.areKeysRemoved && (isOfAnimals || ofOneKey.has(id))
        ? '; requests whose key was taken out of the recording do not count'
        : '';
    return { outcome: 'inconclusive', reason: `the recording lacks ${lack}${changed}${removed}` };
  }
}
