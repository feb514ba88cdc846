import { parentPort, workerData } from 'node:worker_threads';
import { lastRedactor } from '../cli/last-redactor.ts';
import { artifactNames } from '../cli/report-folder.ts';
import type { Report } from '../report/report.ts';
import { journalPath } from '../runner/journal-path.ts';
import { verify } from '../runner/verify.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { ThreadInput, ThreadMessage } from './run-in-thread.ts';

// One run in a thread of its own. Vitest listens for signals and for unhandled rejections, sets the exit status and
// ends the process: here that is the thread's, and nothing of it reaches the program that wants to know. Nor does what
// that program has replaced (timers, fetch, the global objects of a browser) reach the run.

const port = parentPort;
if (port === null) {
  throw new Error('This module is the beginning of a worker thread.');
}

const { options, writes, listens, isStopped } = workerData as ThreadInput;

function say(message: ThreadMessage): void {
  port?.postMessage(message);
}

const controller = new AbortController();
port.on('message', () => controller.abort());
if (isStopped) {
  controller.abort();
}

/** Masks the keys in the report, and writes it if requested. */
async function written(made: Report): Promise<Report> {
  const redactor = lastRedactor(options);
  if (!writes) {
    return maskedReport(made, redactor);
  }
  const { writeReport } = await import('../cli/write-report.ts');
  const folder = options.reportDir;
  const place = { journal: journalPath(folder), folder };
  return maskedReport(await writeReport({ report: made, ...place }, artifactNames, redactor), redactor);
}

function maskedReport(report: Report, redactor: Redactor): Report {
  const { text, count } = redactor.redactionOfAll(JSON.stringify(report));
  return count === 0 ? report : JSON.parse(text);
}

try {
  const report = await verify(
    options,
    listens ? (event) => say({ kind: 'event', event }) : () => undefined,
    controller.signal,
  );
  say({ kind: 'report', report: await written(report) });
} catch (error) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  say({ kind: 'error', name, message, stack });
}
