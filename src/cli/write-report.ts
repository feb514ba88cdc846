import { scanArtifacts, scanText } from '../artifact-scan/scan-artifacts.ts';
import type { SoughtSecret } from '../artifact-scan/secret-search.ts';
import { writeTrafficHar } from '../har/write-traffic-har.ts';
import type { HtmlAssets } from '../report/html/page-assets.ts';
import type { Report } from '../report/report.ts';
import { writeArtifacts } from '../report/write-artifacts.ts';
import type { Program } from './program.ts';
import { toolName } from './tool-version.ts';

/** What is written of a report, and where. */
export interface WrittenReport {
  readonly report: Report;
  /** Where its journal may be. */
  readonly journal: string;
  /** An absolute path. */
  readonly folder: string;
  readonly htmlAssets: HtmlAssets;
}

/** What is searched for secrets. */
export interface Searched {
  /** The files that are removed where they hold one. */
  readonly names: readonly string[];
  /** What is about to be shown. */
  readonly text: string;
  readonly secrets: readonly SoughtSecret[];
}

/**
 * Writes all files of a report into its folder, and looks for secrets in them and in what is to be shown. Files that
 * hold one are removed. Returns whether there was none; else each place is told on the screen.
 */
export async function writeReport(
  { report, journal, folder, htmlAssets }: WrittenReport,
  { names, text, secrets }: Searched,
  { messages }: Program,
): Promise<boolean> {
  await writeTrafficHar(report, journal, folder);
  await writeArtifacts(report, folder, htmlAssets);
  const removed = await scanArtifacts(folder, names, secrets);
  const shown = await scanText(text, secrets);
  const places = [
    ...removed.map(
      ({ name, secret, how }) => `${name} held the key ${secret.shownAs} (${how}) and was removed`,
    ),
    ...(shown === null
      ? []
      : [`the key ${shown.secret.shownAs} stood in what was to be shown (${shown.how})`]),
  ];
  for (const place of places) {
    messages.write(
      `${toolName}: ${place}; no verdict is given: this is a fault of ${toolName}, please report it\n`,
    );
  }
  return places.length === 0;
}
