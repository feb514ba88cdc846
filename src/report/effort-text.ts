import { counted } from './counted.ts';
import type { Report } from './report.ts';

/** The effort of a run, and its number of further cases: `effort normal with 240 further cases`. */
export function effortText({ effort, varieties }: Report['run']): string {
  const further = varieties?.sent ?? 0;
  return further === 0 ? `effort ${effort}` : `effort ${effort} with ${counted(further, 'further case')}`;
}
