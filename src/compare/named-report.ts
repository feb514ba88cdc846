import type { Report } from '../report/report.ts';

/** A report among others. */
export interface NamedReport {
  /** Short, and different from the others'. */
  readonly name: string;
  readonly report: Report;
  /** Where its page is, as a link from where the comparison is written, or `null` where there is none. */
  readonly page: string | null;
}

/** Where the page of a report shows a requirement, or `null` where there is no page. */
export function linkTo({ page }: NamedReport, id: string): string | null {
  return page === null ? null : `${page}#${id}`;
}
