import { isRunEvent } from '../journal/journal.ts';
import { foldRun } from '../report/fold.ts';
import type { Report } from '../report/report.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { isReport } from './report-schema.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads the text of a report.json or of a run's journal. A journal may break off in its last line: the run was
 * killed.
 *
 * @param label the file's name as errors say it
 * @throws {UsageError} for any other text.
 */
export function readRecord(text: string, label: string): Report {
  const whole = parsed(text);
  const report = isRunEvent(whole) || whole === undefined ? foldedJournal(text, label) : whole;
  if (!isReport(report)) {
    throw new UsageError(`${label} is neither a report.json nor a journal.ndjson of this program`);
  }
  return {
    ...report,
    planLimits: report.planLimits ?? [],
    load: report.load ?? null,
    service: report.service ?? { headers: [] },
    checks: report.checks ?? [],
    causes: report.causes ?? [],
    waivers: report.waivers ?? [],
  };
}

function foldedJournal(text: string, label: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const events: RunEvent[] = [];
  for (const [index, line] of lines.entries()) {
    const event = parsed(line);
    if (isRunEvent(event)) {
      events.push(event);
    } else if (index === 0) {
      return undefined;
    } else if (index < lines.length - 1) {
      throw new UsageError(`${label} is damaged: line ${index + 1} is no event of a run`);
    }
  }
  if (events.length === 0) {
    return undefined;
  }
  try {
    return foldRun(events);
  } catch {
    throw new UsageError(`${label} is damaged: its events are not those of one run`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
