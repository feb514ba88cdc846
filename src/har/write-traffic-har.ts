import { join } from 'node:path';
import { journalExchanges, journalHeader } from '../journal/journal.ts';
import type { Report } from '../report/report.ts';
import { type HarBounds, type HarCount, HarWriter } from './har-writer.ts';

/**
 * Writes `traffic.har` of a run into its folder: from its journal, line by line, or without one from the exchanges that
 * its report cites. Secrets are replaced in both.
 *
 * @param journal the path of the journal, or `null`; used only if it belongs to this run
 * @throws {FileRefused}
 */
export async function writeTrafficHar(
  report: Report,
  journal: string | null,
  folder: string,
  bounds?: HarBounds,
): Promise<string> {
  const path = join(folder, 'traffic.har');
  const { tag, startedAt } = report.run;
  const run = { tool: report.tool, baseUrl: report.target.baseUrl, startedAt, tag };
  const writer = new HarWriter(path, run, bounds);
  const cited = new Set(
    report.requirements.flatMap(({ findings }) =>
      findings.flatMap(({ exchanges, related }) => [...exchanges, ...related.map((one) => one.exchange)]),
    ),
  );
  const whole = journal !== null && (await isJournalOf(journal, tag));
  const exchanges = whole ? journalExchanges(journal) : report.exchanges;
  try {
    for await (const exchange of exchanges) {
      writer.add(exchange, cited.has(exchange.number));
    }
    writer.end((count) => commentOf(report, whole, count));
  } catch (thrown) {
    writer.abandon();
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

function commentOf({ run }: Report, whole: boolean, { written, leftOut }: HarCount): string {
  const notRecorded = run.requests - written - leftOut;
  return [
    `${written} of the ${run.requests} requests of this run; API keys are replaced.`,
    ...(whole ? [] : ['It was made from a report, which keeps what it cites and cuts long bodies.']),
    ...(leftOut > 0
      ? [
          `${leftOut} later requests are omitted for size, except those that findings cite; journal.ndjson has all.`,
        ]
      : []),
    ...(whole && notRecorded > 0
      ? [
          `${notRecorded} were judged but not recorded: only a sample of a load or of a plan-limit measurement is kept.`,
        ]
      : []),
  ].join(' ');
}
