import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import { HistoryWatch } from '../history/history-watch.ts';
import { tagSource } from '../history/tag.ts';
import { openJournal } from '../journal/journal.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { journalPath } from './journal-path.ts';
import { openTarget, runRedactor } from './open-target.ts';
import { pauseSource } from './pause.ts';
import { redactedEvent } from './redacted-event.ts';
import { RefusalFieldsWatch } from './refusal-fields-watch.ts';
import { Session } from './session.ts';
import { watchContext } from './watch-context.ts';
import type { WorkerInput, WorkerMessage } from './worker-input.ts';

interface OpenSession {
  readonly session: Session;
  readonly close: () => Promise<void>;
}

let open: OpenSession | null = null;

/** The session that all suites of the run share; made when the first check asks for it. */
export function currentSession(): Session {
  open ??= openSession(inject('conformanceRun'));
  return open.session;
}

/** Ends the session of a run, where the thread goes on to another one. */
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
  const record: Session['record'] = (said) => {
    const json = journal.append(redactedEvent(said, redactor));
    channel.postMessage({ kind: 'event', json } satisfies WorkerMessage);
  };
  const pauses = pauseSource();
  const target = openTarget({
    options,
    tag: input.tag,
    startedAtMs: input.startedAtMs,
    exchangesBefore: input.exchanges.length,
    onExchange: (exchange) => opened.witness(exchange),
    record,
  });
  const opened = new Session({
    options,
    target,
    historyWatch: new HistoryWatch(input.tag),
    watches: [startWatch(watchContext(options)), new RefusalFieldsWatch()],
    tags: tagSource(input.tag, input.nextTag, input.nameForm),
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
    close: async () => {
      channel.close();
      await target.close();
      journal.close();
    },
  };
}
