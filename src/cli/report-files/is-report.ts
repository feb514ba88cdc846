import { compiledSchema } from '../../json/compiled-schema.ts';
import type { Report } from '../../report/report.ts';

export function isReport(value: unknown): value is Report {
  return compiledSchema('report.schema.json')(value);
}
