import { writeTrafficHar } from '../har/write-traffic-har.ts';
import type { HtmlAssets } from '../report/html/page-assets.ts';
import type { Report } from '../report/report.ts';
import { writeArtifacts } from '../report/write-artifacts.ts';
import { foundNoSecret, type Searched, type Told } from './found-no-secret.ts';

/** What is written of a report, and where. */
export interface WrittenReport {
  readonly report: Report;
  /** Where its journal may be. */
  readonly journal: string;
  /** An absolute path. */
  readonly folder: string;
  readonly htmlAssets: HtmlAssets;
}

/**
 * Writes all files of a report into its folder, and looks for secrets in them and in what is to be shown. Files that
 * hold one are removed. Returns whether there was none; else each place is told on the screen.
 */
export async function writeReport(
  { report, journal, folder, htmlAssets }: WrittenReport,
  searched: Searched,
  told: Told,
): Promise<boolean> {
  await writeTrafficHar(report, journal, folder);
  await writeArtifacts(report, folder, htmlAssets);
  return foundNoSecret(folder, searched, told);
}
