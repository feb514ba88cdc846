import type { Exchange } from '../exchange/exchange.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { type TagSource, tagSource } from '../history/tag.ts';
import { readJournalLightly } from '../journal/journal.ts';
import { ExchangeNumbers } from '../quota/wire/wire-options.ts';
import { durationText } from '../report/words.ts';
import { Pauses } from '../target/target.ts';
import type { AcrossCommand, AcrossPromise, AcrossRecord } from '../verdict/across-record.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { AcrossAnimalsCheck } from './across-animals.ts';
import { credentialPromises } from './across-credentials.ts';
import { AcrossPhase, passCommand } from './across-gap.ts';
import { type AcrossQuota, neverExceeded, openAcrossQuotas } from './across-quota.ts';
import { journalPath } from './journal-path.ts';
import { restOfRunKey } from './measure-plan-limits.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { openTarget } from './open-target.ts';
import { measuredRequirements, plansUnderTest } from './plan-limit-requirements.ts';
import type { AcrossOptions, RunOptions } from './run-options.ts';
import type { PreflightResult } from './run-preflight.ts';
import { runWatches, watchContext } from './run-watches.ts';
import { Session } from './session.ts';
import { type StopSignals, whenStopped } from './when-stopped.ts';

export interface AcrossContext extends StopSignals {
  readonly tag: string;
  readonly startedAtMs: number;
  readonly preflight: PreflightResult;
  readonly record: (event: RunEvent) => void;
}

/** Tags of this part begin here, so that those of the other parts can't meet them. */
const firstAcrossTag = 2_000_000;
/** Requests with the key of the run that should be left for the gap. */
const requestsOfGap = 20;

/** Everything that sends something across a command. */
interface AcrossParts {
  readonly session: Session;
  readonly animals: AcrossAnimalsCheck;
  readonly quotas: readonly AcrossQuota[];
  readonly phase: AcrossPhase;
  /** The newest response to the key of the run. */
  readonly lastOfRunKey: () => Exchange | null;
}

/**
 * Runs the command of `--across` after the checks of a run, and tests what must outlive it. Resolves with the reason why
 * the run has no verdict, or `null`.
 *
 * @throws {RunStopped} if the run is stopped; the command has ended by then, and what was learnt is recorded.
 */
export async function goAcross(
  across: AcrossOptions,
  options: RunOptions,
  context: AcrossContext,
): Promise<string | null> {
  let known: AcrossRecord = {
    command: null,
    earlier: null,
    gap: null,
    promises: [],
    animals: { read: 0, found: 0, gone: 0 },
  };
  const tell = (more: Partial<AcrossRecord>): void => {
    known = { ...known, ...more };
    context.record({ type: 'across', record: known });
  };
  const promise = (...more: readonly AcrossPromise[]): void => {
    known = { ...known, promises: [...known.promises, ...more] };
  };
  return await withParts(options, context, async ({ session, animals, quotas, phase, lastOfRunKey }) => {
    const now = (): number => monotonicMs() - context.startedAtMs;
    await animals.prepare();
    await rest(session, lastOfRunKey(), now());
    await Promise.all(quotas.map((quota) => quota.useUp()));
    const isBack = await passCommand(across, {
      session,
      animals,
      phase,
      lastOfRunKey: lastOfRunKey(),
      now,
      signal: AbortSignal.any([context.signal, context.timeUp]),
      tell: (command, gap) => tell({ command, gap }),
    });
    if (!isBack) {
      session.settle();
      return `the service did not respond again within ${durationText(across.timeoutMs)} after the command (--across-timeout)`;
    }
    try {
      await Promise.all(quotas.map((quota) => quota.askAgain()));
      promise(...(await credentialPromises(session, quotas)));
      promise(await animals.createAgain());
      tell({ animals: await animals.readAgain() });
      promise(await animals.findUnanswered());
      promise(...(await Promise.all(quotas.map((quota) => quota.conclude()))));
    } finally {
      session.settle();
      tell({});
    }
    leaveOpen(known.promises, options, context.record);
    return failureOf(known.command);
  });
}

async function withParts<Result>(
  options: RunOptions,
  context: AcrossContext,
  work: (parts: AcrossParts) => Promise<Result>,
): Promise<Result> {
  const historyWatch = new HistoryWatch(context.tag);
  const before = await trafficBefore(options.reportDir, historyWatch);
  let { lastOfRunKey } = before;
  const numbering = new ExchangeNumbers(before, options.maxRequests);
  const phase = new AcrossPhase();
  const tags = tagSource(context.tag, firstAcrossTag, context.preflight.nameForm);
  const target = openTarget({
    ...context,
    options,
    exchangesBefore: before.exchanges,
    numbering,
    onExchange: (sent) => {
      const exchange = phase.marked(sent);
      session.witness(exchange);
      phase.count(exchange);
      const isOfRunKey = exchange.request.credential === 'api-key' && exchange.response !== null;
      lastOfRunKey = isOfRunKey ? exchange : lastOfRunKey;
    },
  });
  const pauses = new Pauses();
  const session = new Session({
    options,
    target,
    historyWatch,
    watches: runWatches(watchContext(options)),
    tags,
    record: context.record,
    pause: pauses.pause,
    workingCategories: context.preflight.workingCategories,
  });
  const release = whenStopped(context, (reason) => {
    target.stop(reason);
    pauses.stop(reason);
  });
  const quotas = await openQuotas(options, context, { numbers: numbering, tags, marked: phase.marked });
  try {
    const animals = new AcrossAnimalsCheck(session);
    return await work({ session, animals, quotas, phase, lastOfRunKey: () => lastOfRunKey });
  } finally {
    release();
    await Promise.all(quotas.map((quota) => quota.close()));
    await target.close();
  }
}

function openQuotas(
  options: RunOptions,
  context: AcrossContext,
  parts: {
    readonly numbers: ExchangeNumbers;
    readonly tags: TagSource;
    readonly marked: (exchange: Exchange) => Exchange;
  },
): Promise<readonly AcrossQuota[]> {
  const isMeasured = measuredRequirements(options).some(({ id }) => id === neverExceeded);
  const plans = isMeasured ? plansUnderTest(options) : [];
  return openAcrossQuotas(plans, options.reportDir, { ...context, options, ...parts });
}

interface TrafficBefore {
  readonly exchanges: number;
  readonly connections: number;
  readonly lastOfRunKey: Exchange | null;
}

/** Shows the animals of the run so far to a watch. Those of quota keys may be of other accounts. */
async function trafficBefore(reportDir: string, historyWatch: HistoryWatch): Promise<TrafficBefore> {
  let exchanges = 0;
  let connections = 0;
  let lastOfRunKey: Exchange | null = null;
  await readJournalLightly(journalPath(reportDir), (event) => {
    if (event.type === 'exchange') {
      const { exchange } = event;
      exchanges = Math.max(exchanges, exchange.number);
      connections = Math.max(connections, exchange.connection);
      if (!exchange.request.credential.startsWith('quota-key')) {
        historyWatch.see(exchange);
      }
      if (exchange.request.credential === 'api-key' && exchange.response !== null) {
        lastOfRunKey = exchange;
      }
    }
  });
  return { exchanges, connections, lastOfRunKey };
}

/** A failed deployment did not take place, so the run proves nothing about it. */
function failureOf(command: AcrossCommand | null): string | null {
  if (command === null || command.exitStatus === 0) {
    return null;
  }
  return `the command of --across ${command.exitStatus === null ? `ended by ${command.ended}` : `ended with status ${command.exitStatus}`}`;
}

/** So that the key is not exhausted while the command runs. */
async function rest(session: Session, last: Exchange | null, nowMs: number): Promise<void> {
  const durationMs = restOfRunKey(last, requestsOfGap, nowMs, session.options.minuteMs);
  if (durationMs > 0) {
    session.record({ type: 'wait', reason: 'the key needs some quota while the command runs', durationMs });
    await session.pause(durationMs);
  }
}

/** Behaviour that a conforming service may also show leaves its requirement inconclusive. */
function leaveOpen(
  promises: readonly AcrossPromise[],
  { selected }: RunOptions,
  record: (event: RunEvent) => void,
): void {
  for (const { requirement, outcome, text } of promises) {
    if (outcome === 'undecided' && selected.includes(requirement)) {
      const reason = `across the command: ${text}`;
      record({ type: 'check-finished', requirement, outcome: 'inconclusive', reason });
    }
  }
}
