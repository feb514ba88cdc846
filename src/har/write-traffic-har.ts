import { join } from 'node:path';
import type { Exchange } from '../exchange/exchange.ts';
import { ReplacedFile } from '../files/written-file.ts';
import { journalExchanges, journalHeader, shortExchange } from '../journal/journal.ts';
import type { Report } from '../report/report.ts';
import { harEntry, pageId } from './har-entry.ts';

/** Developer tools are slow with larger ones. */
const usualBounds = { entries: 20_000, bytes: 40_000_000 };

/**
 * Writes `traffic.har` of a run into its folder: from its journal, line by line, or without one from the exchanges that
 * its report cites. Secrets are replaced in both. It is written entry by entry, so that it may be larger than memory,
 * and gets its name only when complete. Beyond the bounds it has only the exchanges that findings cite, shortened.
 *
 * @param journal the path of the journal, or `null`; used only if it belongs to this run
 * @throws {FileRefused}
 */
export async function writeTrafficHar(
  report: Report,
  journal: string | null,
  folder: string,
  bounds = usualBounds,
): Promise<string> {
  const path = join(folder, 'traffic.har');
  const cited = new Set(
    report.requirements.flatMap(({ findings }) =>
      findings.flatMap(({ exchanges, related }) => [...exchanges, ...related.map((one) => one.exchange)]),
    ),
  );
  const whole = journal !== null && (await isJournalOf(journal, report.run.tag));
  const exchanges = whole ? journalExchanges(journal) : report.exchanges;
  const file = new ReplacedFile(path, 0o600);
  let bytes = 0;
  let written = 0;
  let leftOut = 0;
  const write = (text: string): void => {
    file.write(text);
    bytes += Buffer.byteLength(text);
  };
  const add = (exchange: Exchange): void => {
    const within = written < bounds.entries && bytes < bounds.bytes;
    if (!within && !cited.has(exchange.number)) {
      leftOut += 1;
      return;
    }
    const entry = harEntry(within ? exchange : shortExchange(exchange), report.target.baseUrl);
    write(`${written === 0 ? '' : ','}\n${JSON.stringify(entry)}`);
    written += 1;
  };
  try {
    write(`{"log":${JSON.stringify(harStart(report)).slice(0, -1)},"entries":[`);
    for await (const exchange of exchanges) {
      add(exchange);
    }
    write(`\n],"comment":${JSON.stringify(commentOf(report, whole, written, leftOut))}}}\n`);
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

function commentOf({ run }: Report, whole: boolean, written: number, leftOut: number): string {
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
