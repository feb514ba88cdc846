import { durationText } from '../report/number-text.ts';
import { visibleLine } from '../report/visible-text.ts';
import type { PlanLimitProgress } from '../runner/plan-progress.ts';

/** What goes on with the plans under measurement, for a line that is drawn again and may be cut at its end. */
export function measurementText(plans: readonly PlanLimitProgress[]): string {
  const [only, ...others] = plans;
  if (only === undefined) {
    return '';
  }
  if (others.length === 0) {
    return `${only.plan} · ${leftText(only.leftMs)} · ${only.admitted} served, ${only.refused} refused · ${visibleLine(only.doing)}`;
  }
  const each = plans.map(
    ({ plan, admitted, refused, leftMs }) => `${plan} ${admitted}+${refused}, ${leftText(leftMs)}`,
  );
  return `served + refused: ${each.join(' · ')}`;
}

/** One line of a log: the current phase and its progress. */
export function measurementLine(progress: PlanLimitProgress): string {
  return `Plan limits (${progress.plan}): ${visibleLine(progress.doing)}; ${countsOf(progress)}, ${leftText(progress.leftMs)}`;
}

function countsOf({ sent, admitted, refused }: PlanLimitProgress): string {
  return `${sent} sent, ${admitted} served, ${refused} refused`;
}

/** Whole seconds: the line is drawn often. */
function leftText(leftMs: number): string {
  return leftMs < 1_000
    ? 'almost done'
    : `${durationText(Math.round(leftMs / 1_000) * 1_000).replace('.0 s', ' s')} left`;
}
