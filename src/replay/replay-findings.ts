import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newRunTag } from '../animals/tag.ts';
import { answerable } from '../recorded/answerable.ts';
import type { Report, ReportFinding } from '../report/report.ts';
import { shellWord } from '../report/shell-word.ts';
import { counted } from '../report/words.ts';
import { openTarget } from '../run/open-target.ts';
import { watchContext } from '../run/run-watches.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { ExchangeNumbers } from '../target/exchange-numbers.ts';
import { RunStopped, stoppable } from '../target/target.ts';
import { verify } from '../verify/verify.ts';
import { resendExample } from './resend-example.ts';

export interface FindingToReplay {
  readonly requirement: string;
  readonly finding: ReportFinding;
  /** The requirements whose checks sent the requests behind it, its own first. */
  readonly checks: readonly string[];
}

export interface Replayed {
  readonly requirement: string;
  readonly kind: string;
  readonly outcome: 'still-fails' | 'fixed' | 'unclear';
  /** One line with the result, or why it is undecided. Contains text of the server. */
  readonly text: string;
  /** The command that decides what a replay can't. */
  readonly command?: string;
}

export interface ReplayContext {
  readonly report: Report;
  /** As the run had them, with the keys of now; `reportDir` is of no account. */
  readonly options: RunOptions;
  /** Keys by the names of their variables. */
  readonly keys: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
  /** Receives progress, one line each. */
  readonly say: (line: string) => void;
}

/**
 * Replays findings of a report. The counterexample, sent again in a few requests, shows findings of the watches. Where
 * that shows nothing, and for all that takes a check, the checks run again, all in one run, with the seed and so the
 * examples of then. Where they pass, everything runs again that the run had: some deviations take what other checks
 * send, as many animals, or requests at once. Only that proves that something is fixed.
 */
export async function replayFindings(
  findings: readonly FindingToReplay[],
  context: ReplayContext,
): Promise<Replayed[]> {
  const done = new Map<FindingToReplay, Replayed>();
  for (const one of findings.filter(({ requirement }) => isOfPlanLimits(requirement))) {
    if (context.options.quotaKeys.length === 0) {
      done.set(one, unmeasured(one, context));
    }
  }
  await stoppable(context, (stopped) =>
    resendAll(
      findings.filter((one) => !done.has(one)),
      context,
      done,
      stopped,
    ),
  );
  const rest = findings.filter((one) => !done.has(one));
  if (rest.length > 0 && !context.signal.aborted) {
    await runChecks(rest, checksOf(rest), context, done);
  }
  const passing = rest.filter(
    (one) => done.get(one)?.outcome === 'fixed' && !isOfPlanLimits(one.requirement),
  );
  const everything = context.options.selected.filter((id) => !isOfPlanLimits(id));
  const isMore = everything.length > checksOf(rest).length;
  if (passing.length > 0 && isMore && !context.signal.aborted) {
    await runChecks(passing, everything, context, done);
  }
  return findings.map(
    (one) => done.get(one) ?? unclear(one, 'the replay was interrupted before this finding'),
  );
}

async function resendAll(
  findings: readonly FindingToReplay[],
  { report, options, keys, say }: ReplayContext,
  done: Map<FindingToReplay, Replayed>,
  stopped: AbortSignal,
): Promise<void> {
  const tag = newRunTag();
  const target = openTarget({
    options,
    tag,
    startedAtMs: performance.now(),
    numbers: new ExchangeNumbers(options.maxRequests),
    onExchange: () => undefined,
    record: (event) => {
      if (event.type === 'wait') {
        say(`waiting ${Math.round(event.durationMs / 1_000)} s: ${event.reason}`);
      }
    },
    stopped,
  });
  try {
    for (const one of findings.filter(({ requirement }) => isWatched(requirement))) {
      say(`${one.requirement}: sending its counterexample again`);
      const context = { target, watch: watchContext(options), tag, keys };
      const resent = await resendExample(one.requirement, one.finding, report, context);
      if (resent.kind === 'shown') {
        const { finding, exchange } = resent;
        const { method, target: path } = exchange.request;
        const text = `${finding.message}. ${method} ${path}, received: ${finding.actual}`;
        done.set(one, { ...named(one), outcome: 'still-fails', text });
      } else if (resent.kind === 'no-answer') {
        // A missing response may be the finding, or the service stopped; running the checks distinguishes the two.
        say(`${one.requirement}: no response: ${resent.detail}`);
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof RunStopped)) {
      throw error;
    }
  } finally {
    await target.close();
  }
}

/** Whether the watches of a run see it in few exchanges. */
function isWatched(requirement: string): boolean {
  const { how } = answerable(requirement, { hasPlan: true, hasKey: true });
  return how !== 'not' && !isOfPlanLimits(requirement) && requirement !== 'version/base-address';
}

function checksOf(findings: readonly FindingToReplay[]): string[] {
  return [...new Set(findings.flatMap(({ checks }) => checks))];
}

async function runChecks(
  findings: readonly FindingToReplay[],
  selected: readonly string[],
  context: ReplayContext,
  done: Map<FindingToReplay, Replayed>,
): Promise<void> {
  const { options, signal, say } = context;
  const what = selected.length > mostNamed ? 'everything that the run had' : selected.join(', ');
  say(`running again, with seed ${options.seed}: ${what}`);
  const reportDir = mkdtempSync(join(tmpdir(), 'animal-store-replay-'));
  try {
    const again = await verify({ ...options, selected, reportDir }, () => undefined, signal);
    for (const one of findings) {
      done.set(one, verdictOf(one, again, context));
    }
  } finally {
    rmSync(reportDir, { recursive: true, force: true });
  }
}

const mostNamed = 20;

function verdictOf(one: FindingToReplay, again: Report, context: ReplayContext): Replayed {
  const requirement = again.requirements.find(({ id }) => id === one.requirement);
  const same = requirement?.findings.find(({ kind }) => kind === one.finding.kind);
  const found = same ?? requirement?.findings[0];
  if (found !== undefined) {
    const way = same === undefined ? 'in another way: ' : '';
    return {
      ...named(one),
      outcome: 'still-fails',
      text: `${way}${found.message}; received ${found.actual}`,
    };
  }
  const sibling = again.requirements.find(
    ({ id, findings }) => isExcess(id) && isExcess(one.requirement) && findings.length > 0,
  );
  if (sibling !== undefined) {
    const [{ message, actual } = one.finding] = sibling.findings;
    const text = `as a violation of ${sibling.id}: ${message}; received ${actual}`;
    return { ...named(one), outcome: 'still-fails', text };
  }
  const problem = again.preflight.find(({ outcome }) => outcome === 'problem');
  if (problem !== undefined) {
    return unclear(one, problem.remedy === null ? problem.text : `${problem.text}; ${problem.remedy}`);
  }
  if (again.interrupted !== null) {
    return unclear(one, again.interrupted);
  }
  if (requirement?.verdict !== 'passed') {
    return unclear(one, requirement?.reason ?? 'its check did not finish');
  }
  if (context.report.run.kind === 'load') {
    return {
      ...unclear(one, 'it occurred under load and does not occur without it; repeat the load with'),
      command: commandAgain(one, context),
    };
  }
  const { count } = requirement.evidence;
  return {
    ...named(one),
    outcome: 'fixed',
    text: `its check passes now, by ${counted(count, 'exchange')}`,
  };
}

/** Which of them too many served requests violate may depend on the moments of a burst: an excess, or no limit at all. */
function isExcess(requirement: string): boolean {
  return requirement === 'quota/never-exceeded' || requirement === 'quota/limit-enforced';
}

function isOfPlanLimits(requirement: string): boolean {
  return requirement.startsWith('quota/');
}

function unmeasured(one: FindingToReplay, context: ReplayContext): Replayed {
  const text =
    'no single request shows it, and a report contains no keys: pass --quota-key PLAN=KEY, or measure it again with';
  return { ...unclear(one, text), command: commandAgain(one, context) };
}

/** The command that the report names, at the address of the replay. */
function commandAgain({ finding }: FindingToReplay, { report, options }: ReplayContext): string {
  const address = shellWord(report.target.baseUrl);
  return finding.rerun.replace(` ${address} `, () => ` ${shellWord(options.baseUrl)} `);
}

function named({ requirement, finding }: FindingToReplay) {
  return { requirement, kind: finding.kind };
}

function unclear(one: FindingToReplay, text: string): Replayed {
  return { ...named(one), outcome: 'unclear', text };
}
