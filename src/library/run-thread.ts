import { parentPort, workerData } from 'node:worker_threads';
import { artifactNames } from '../cli/report-folder.ts';
import { soughtSecrets } from '../cli/sought-secrets.ts';
import { journalPath } from '../runner/journal-path.ts';
import { verify } from '../runner/verify.ts';
import type { ThreadInput, ThreadMessage } from './thread-messages.ts';

// One run in a thread of its own. Vitest listens for signals and for rejections that nobody handles, sets the exit
// status and ends the process: here that is the thread's, and nothing of it reaches the program that wants to know.
// Nor does what that program has replaced (timers, fetch, the global objects of a browser) reach the run.

const port = parentPort;
if (port === null) {
  throw new Error('This module is the beginning of a worker thread.');
}

const { options, writes, tells, isStopped } = workerData as ThreadInput;

function say(message: ThreadMessage): void {
  port?.postMessage(message);
}

const controller = new AbortController();
port.on('message', () => controller.abort());
if (isStopped) {
  controller.abort();
}

try {
  const report = await verify(
    options,
    tells ? (event) => say({ kind: 'event', event }) : () => undefined,
    controller.signal,
  );
  if (writes !== null) {
    const { writeReport } = await import('../cli/write-report.ts');
    const found: string[] = [];
    const folder = options.reportDir;
    const isClean = await writeReport(
      { report, journal: journalPath(folder), folder, htmlAssets: writes },
      { names: artifactNames, text: JSON.stringify(report), secrets: soughtSecrets(options) },
      { messages: { write: (line) => found.push(line) } },
    );
    if (!isClean) {
      throw new Error(found.join('').trim());
    }
  }
  say({ kind: 'report', report });
} catch (error) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  say({ kind: 'error', name, message, stack });
}
