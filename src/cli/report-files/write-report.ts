import { maskArtifacts } from '../../artifact-scan/mask-artifacts.ts';
import { writeTrafficHar } from '../../har/write-traffic-har.ts';
import { writeArtifacts } from '../../report/artifacts/write-artifacts.ts';
import type { HtmlAssets } from '../../report/html/page-assets.ts';
import type { Report } from '../../report/report.ts';
import type { Redactor } from '../../secrets/redaction.ts';

export interface WrittenReport {
  readonly report: Report;
  /** Where its journal may be. */
  readonly journal: string;
  /** An absolute path. */
  readonly folder: string;
  readonly htmlAssets?: HtmlAssets;
}

/**
 * Writes all files of a report into its folder, and masks secrets in files of these names as a last search: the
 * redaction at the capture leaves none, but input of the user (the name of a file, a waiver) may contain one.
 *
 * @returns the report, which says in how many places that was
 */
export async function writeReport(
  { report, journal, folder, htmlAssets }: WrittenReport,
  names: readonly string[],
  redactor: Redactor,
): Promise<Report> {
  await writeTrafficHar(report, journal, folder);
  await writeArtifacts(report, folder, htmlAssets);
  const maskedSecrets = await maskArtifacts(folder, names, redactor);
  if (maskedSecrets === 0) {
    return report;
  }
  const counted = { ...report, run: { ...report.run, maskedSecrets } };
  await writeArtifacts(counted, folder, htmlAssets);
  await maskArtifacts(folder, names, redactor);
  return counted;
}
