import { BroadcastChannel } from 'node:worker_threads';
import { inject, onTestFinished } from 'vitest';
import { HistoryWatch } from '../history/history-watch.ts';
import { tagSource } from '../history/tag.ts';
import { openJournal } from '../journal/journal.ts';
import { Pauses } from '../target/target.ts';
import { journalPath } from './journal-path.ts';
import { openTarget, runRedactor } from './open-target.ts';
import { redactedEvent } from './redacted-event.ts';
import type { RunOptions } from './run-options.ts';
import type { PreflightResult } from './run-preflight.ts';
import { runWatches, watchContext } from './run-watches.ts';
import { Session } from './session.ts';

/** Tags of the suites begin here, so that they differ from those of the preflight. */
const firstSuiteTag = 100;
/** The time between two messages with events, in ms. Each message wakes the main thread. */
const flushMs = 50;

interface OpenSession {
  readonly session: Session;
  /** Sends the pending events to the main thread. */
  readonly flush: () => void;
  readonly close: () => Promise<void>;
}

let open: OpenSession | null = null;

/** Returns the session that all suites of the run share; opens it on the first call. */
export function currentSession(): Session {
  open ??= openSession(inject('conformanceRun'));
  // Vitest may terminate the thread after the last test.
  onTestFinished(open.flush);
  return open.session;
}

/** Closes the session of a run before the thread starts another run. */
export async function closeSession(): Promise<void> {
  const closing = open;
  open = null;
  await closing?.close();
}

function openSession(input: WorkerInput): OpenSession {
  const { options } = input;
  const journal = openJournal(journalPath(options.reportDir));
  const channel = new BroadcastChannel(input.channel);
  channel.unref();
  const redactor = runRedactor(options);
  let pending: string[] = [];
  const flush = (): void => {
    if (pending.length > 0) {
      channel.postMessage({ kind: 'events', json: pending } satisfies WorkerMessage);
      pending = [];
    }
  };
  const flushing = setInterval(flush, flushMs).unref();
  const record: Session['record'] = (said) => {
    pending.push(journal.append(redactedEvent(said, redactor)));
  };
  const pauses = new Pauses();
  const target = openTarget({
    options,
    tag: input.tag,
    startedAtMs: input.startedAtMs,
    exchangesBefore: input.requestsBefore,
    onExchange: (exchange) => opened.witness(exchange),
    record,
  });
  const opened = new Session({
    options,
    target,
    historyWatch: new HistoryWatch(input.tag),
    watches: runWatches(watchContext(options)),
    tags: tagSource(input.tag, firstSuiteTag, input.nameForm),
    record,
    pause: pauses.pause,
    workingCategories: input.workingCategories,
  });
  for (const exchange of input.exchanges) {
    opened.recall(exchange);
  }
  channel.onmessage = (message) => {
    const { data } = message as { data: WorkerMessage };
    if (data.kind === 'stop') {
      target.stop(data.reason);
      pauses.stop(data.reason);
    }
  };
  return {
    session: opened,
    flush,
    close: async () => {
      clearInterval(flushing);
      flush();
      channel.close();
      await target.close();
      journal.close();
    },
  };
}

export interface WorkerInput extends PreflightResult {
  readonly options: RunOptions;
  readonly tag: string;
  /** When the run began, by `monotonicMs`. */
  readonly startedAtMs: number;
  /** The name of the channel between the two. */
  readonly channel: string;
}

/** The messages between the worker and the main thread. */
export type WorkerMessage =
  /** Events as JSON lines of the journal, which are cheaper to copy than the events. */
  | { readonly kind: 'events'; readonly json: readonly string[] }
  | { readonly kind: 'stop'; readonly reason: 'interrupted' | 'max-time' };

declare module 'vitest' {
  export interface ProvidedContext {
    conformanceRun: WorkerInput;
  }
}
