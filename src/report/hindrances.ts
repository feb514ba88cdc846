import type { Report } from './report.ts';

/** Errors beyond these stand in report.json only. */
const errorsShown = 5;

/** What stood in the way of a verdict, each with what to do about it: what the verdict's sentence leaves out. */
export function hindrances({ preflight, internalErrors, verdict }: Report): string[] {
  const problems = preflight.filter(({ outcome }) => outcome === 'problem');
  const told = verdict === 'none' ? problems[0] : undefined;
  return [
    ...problems.flatMap((problem) => [
      ...(problem === told ? [] : [problem.text]),
      ...(problem.remedy === null ? [] : [`What to do: ${problem.remedy}`]),
    ]),
    ...internalErrors
      .slice(0, errorsShown)
      .map(({ message }) => `Internal error of the suite, please report it: ${message}`),
  ];
}
