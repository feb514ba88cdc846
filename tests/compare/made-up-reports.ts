import type { NamedReport } from '../../src/compare/comparison.ts';
import type { Report } from '../../src/report/report.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, faultless, found, functionalIds, madeReport } from '../report/made-up-run.ts';

/** The report of a run in which every check came to its end, and these requirements are violated. */
export function reportWith(violated: readonly string[], header: Partial<RunHeader> = {}): Report {
  const selected = header.selected ?? functionalIds;
  return madeReport(
    [
      ...faultless(selected),
      ...violated.flatMap((id, index): RunEvent[] => [
        exchanged(exchange(500 + index, id)),
        found(id, 500 + index, { message: `${id} is violated` }),
      ]),
    ],
    header,
  );
}

/** A report with a name and a page. */
export function named(name: string, report: Report): NamedReport {
  return { name, report, page: `${name}/index.html` };
}

/** The ids that a run decides, without some. */
export function without(...left: readonly string[]): readonly string[] {
  return functionalIds.filter((id) => !left.includes(id));
}
