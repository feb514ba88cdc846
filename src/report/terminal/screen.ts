import type { Report, ReportExchange } from '../report.ts';
import type { Paint } from './paint.ts';

/** What every part of the terminal's report is written with. */
export interface Screen {
  readonly report: Report;
  readonly exchanges: ReadonlyMap<number, ReportExchange>;
  readonly columns: number;
  readonly paint: Paint;
}
