import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { sane } from '../picture/sane-number.ts';
import type { Band } from './chart.tsx';

/** Bands beyond these have no room for their numbers. */
const bandsNumbered = 16;

/** The phases of a measurement as numbered stretches of its pictures. */
export function phaseBands({ phases }: PlanLimitRecord, place: (ms: number) => number): readonly Band[] {
  return phases.slice(0, bandsNumbered).map(({ fromMs, toMs }, index) => ({
    from: place(sane(fromMs)),
    to: place(sane(toMs)),
    label: String(index + 1),
  }));
}
