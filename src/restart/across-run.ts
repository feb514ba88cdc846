import { AnimalWatch } from '../animals/animal-watch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { restOfRunKey } from '../plan-limits/measure-plan-limits.ts';
import { durationText } from '../report/words.ts';
import { newestOfRunKey } from '../run/newest-of-run-key.ts';
import type { AcrossOptions, RunOptions } from '../suite/run-options.ts';
import type { Session } from '../suite/session.ts';
import type { AcrossCommand, AcrossPromise, AcrossRecord } from '../verdict/across-record.ts';
import { credentialPromises } from './across-credentials.ts';
import { passCommand } from './across-gap.ts';
import { type AcrossContext, leaveOpen, selectedOnly, withAcrossParts } from './across-parts.ts';

/** Requests with the key of the run that should be left for the gap. */
const requestsOfGap = 20;

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
    known = { ...known, promises: [...known.promises, ...selectedOnly(more, options)] };
  };
  const animalWatch = new AnimalWatch(context.tag);
  await newestOfRunKey(options.reportDir, (exchange) => {
    // The animals of quota keys may be of other accounts.
    if (!exchange.request.credential.startsWith('quota-key')) {
      animalWatch.see(exchange);
    }
  });
  return await withAcrossParts(options, context, animalWatch, async (parts) => {
    const { session, animals, quotas, phase } = parts;
    const now = (): number => performance.now() - context.startedAtMs;
    await animals.prepare();
    const newest = await newestOfRunKey(options.reportDir);
    await rest(session, newest, now());
    await Promise.all(quotas.map((quota) => quota.command.useUp()));
    const isBack = await passCommand(across, {
      session,
      animals,
      phase,
      lastOfRunKey: newest,
      now,
      signal: context.stopped,
      tell: (command, gap) => tell({ command, gap }),
    });
    if (!isBack) {
      session.settle();
      return `the service did not respond again within ${durationText(across.timeoutMs)} after the command (--across-timeout)`;
    }
    try {
      await Promise.all(quotas.map((quota) => quota.command.askAgain()));
      promise(...(await credentialPromises(session, quotas)));
      promise(await animals.createAgain());
      tell({ animals: await animals.readAgain() });
      promise(await animals.findUnanswered());
      promise(...(await Promise.all(quotas.map((quota) => quota.conclude()))));
      // Last, because it may pause, and a limit can't wait.
      promise(await animals.findMissing());
      tell({ animals: animals.counts });
    } finally {
      session.settle();
      tell({});
    }
    leaveOpen(known.promises, context.record);
    return failureOf(known.command);
  });
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
