import { counted } from './counted.ts';
import type { Report } from './report.ts';

/** Errors beyond these stand in report.json only. */
const errorsShown = 5;

/**
 * Problems that the verdict's sentence leaves out, each with its fix, and whether keys were masked.
 */
export function hindrances({ preflight, internalErrors, verdict, run }: Report): string[] {
  const problems = preflight.filter(({ outcome }) => outcome === 'problem');
  const told = verdict === 'none' ? problems[0] : undefined;
  return [
    ...problems.flatMap((problem) => [
      ...(problem === told ? [] : [problem.text]),
      ...(problem.remedy === null ? [] : [`Fix: ${problem.remedy}`]),
    ]),
    ...internalErrors
      .slice(0, errorsShown)
      .map(({ message }) => `Internal error of the suite, please report it: ${message}`),
    ...(run.maskedSecrets === undefined
      ? []
      : [`API keys masked in ${counted(run.maskedSecrets, 'place')} of these reports.`]),
  ];
}
