import { join } from 'node:path';
import { ReplacedFile } from '../files/written-file.ts';
import { journalExchanges, journalHeader } from '../journal/journal.ts';
import type { Report } from '../report/report.ts';
import { harEntry, pageId } from './har-entry.ts';

/**
 * Writes `traffic.har` of a run into its folder: from its journal, line by line, or without one from the exchanges that
 * its report cites. Secrets are replaced in both. It is written entry by entry, so that it may be larger than memory,
 * and gets its name only when complete.
 *
 * @param journal the path of the journal, or `null`; used only if it belongs to this run
 * @throws {FileRefused}
 */
export async function writeTrafficHar(
  report: Report,
  journal: string | null,
  folder: string,
): Promise<string> {
  const path = join(folder, 'traffic.har');
  const whole = journal !== null && (await isJournalOf(journal, report.run.tag));
  const exchanges = whole ? journalExchanges(journal) : report.exchanges;
  const file = new ReplacedFile(path, 0o600);
  let written = 0;
  try {
    file.write(`{"log":${JSON.stringify(harStart(report)).slice(0, -1)},"entries":[`);
    for await (const exchange of exchanges) {
      const entry = harEntry(exchange, report.target.baseUrl);
      file.write(`${written === 0 ? '' : ','}\n${JSON.stringify(entry)}`);
      written += 1;
    }
    file.write(`\n],"comment":${JSON.stringify(commentOf(report, whole, written))}}}\n`);
    file.complete();
  } catch (thrown) {
    file.abandon();
    throw thrown;
  }
  return path;
}

async function isJournalOf(path: string, tag: string): Promise<boolean> {
  try {
    return (await journalHeader(path))?.tag === tag;
  } catch {
    // A report that was sent without its journal.
    return false;
  }
}

function harStart({ tool, target, run }: Report) {
  return {
    version: '1.2',
    creator: { name: tool.name, version: tool.version },
    pages: [
      {
        startedDateTime: run.startedAt,
        id: pageId,
        title: `${target.baseUrl}, run ${run.tag}`,
        pageTimings: { onContentLoad: -1, onLoad: -1 },
      },
    ],
  };
}

function commentOf({ run }: Report, whole: boolean, written: number): string {
  const notRecorded = run.requests - written;
  return [
    `${written} of the ${run.requests} requests of this run; API keys are replaced.`,
    ...(whole ? [] : ['It was made from a report, which keeps what it cites and cuts long bodies.']),
    ...(whole && notRecorded > 0
      ? [
          `${notRecorded} were judged but not recorded: only a sample of a load or of a plan-limit measurement is kept.`,
        ]
      : []),
  ].join(' ');
}
