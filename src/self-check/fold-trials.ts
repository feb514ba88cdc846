import { groupedBy } from '../grouped-by.ts';
import { conformingResult, faultResult, levelOf, type OrderedTrial } from './judge-trials.ts';
import type {
  ConformingResult,
  FaultResult,
  SelfCheckReport,
  SelfCheckTotals,
  SelfCheckVerdict,
} from './self-check-report.ts';

/** Combines the trials that were run. */
export function foldTrials(
  trials: readonly OrderedTrial[],
  interrupted: string | null,
): Pick<SelfCheckReport, 'verdict' | 'interrupted' | 'totals' | 'faults' | 'conforming'> {
  const faults = trials.filter(({ order }) => order.subject.kind === 'fault').map(faultResult);
  const others = trials.filter(({ order }) => order.subject.kind !== 'fault');
  const conforming = [...groupedBy(others, ({ order }) => order.subject.name).values()].map(conformingResult);
  return {
    verdict: verdictOf(faults, conforming, interrupted),
    interrupted,
    totals: totalsOf(faults, conforming),
    faults,
    conforming,
  };
}

/** The suite failed with a false positive, a misattributed fault, or a violated MUST that was not reported. */
function verdictOf(
  faults: readonly FaultResult[],
  conforming: readonly ConformingResult[],
  interrupted: string | null,
): SelfCheckVerdict {
  if (interrupted !== null) {
    return 'none';
  }
  const isWrong = faults
    .filter(({ outcome }) => outcome !== 'failed')
    .flatMap(({ cells }) => cells)
    .some(
      ({ outcome, requirement }) =>
        outcome === 'misattributed' || (outcome === 'missed' && levelOf(requirement) === 'MUST'),
    );
  if (isWrong || conforming.some(({ flagged }) => flagged.length > 0)) {
    return 'refuted';
  }
  const undone = [...faults, ...conforming].some(({ outcome }) => outcome === 'failed' || outcome === 'left');
  return undone ? 'none' : 'proven';
}

function totalsOf(faults: readonly FaultResult[], conforming: readonly ConformingResult[]): SelfCheckTotals {
  const all = [...faults, ...conforming];
  const having = (outcome: string): number =>
    faults.filter(({ cells }) => cells.some((cell) => cell.outcome === outcome)).length;
  const caught = faults.filter(({ outcome }) => outcome === 'caught');
  return {
    faults: faults.length,
    caught: caught.length,
    caughtWhole: caught.filter(({ cells }) => cells.every(({ outcome }) => outcome !== 'missed')).length,
    missed: having('missed'),
    misattributed: having('misattributed'),
    conforming: conforming.length,
    cleared: conforming.filter(({ outcome }) => outcome === 'cleared').length,
    failed: all.filter(({ errors }) => errors.length > 0).length,
    left: all.filter(({ outcome }) => outcome === 'left').length,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  };
}
