import type { Report, ReportDelivery } from './report.ts';
import { counted, numberText } from './words.ts';

type Counts = ReportDelivery['byOperation'][number];

const lossWords = [
  ['dropped', 'dropped'],
  ['truncated', 'truncated'],
  ['timedOut', 'timed out'],
  ['undecodable', 'undecodable'],
  ['retried', 'retried on a new connection'],
] as const satisfies readonly (readonly [keyof Counts, string])[];

/** The transport losses by operation: `listPets: 3 dropped, 2 retried on a new connection`. */
export function deliveryTexts({ delivery }: Report): string[] {
  return delivery.byOperation.map((counts) => {
    const parts = lossWords.flatMap(([name, word]) =>
      counts[name] === 0 ? [] : [`${numberText(counts[name])} ${word}`],
    );
    return `${counts.operation ?? 'other requests'}: ${parts.join(', ')}`;
  });
}

/** The effort of a run, and how many cases it sent: `normal with 380 of 953 cases`. */
export function effortText({ effort, cases }: Report['run']): string {
  return cases === undefined || cases.all === 0
    ? effort
    : `${effort} with ${numberText(cases.sent)} of ${counted(cases.all, 'case')}`;
}

/** Further errors are only in report.json. */
const errorsShown = 5;

/**
 * Problems that the verdict's sentence leaves out, each with its fix, and whether keys were masked.
 */
export function hindrances({ preflight, internalErrors, verdict, run }: Report): string[] {
  const problems = preflight.filter(({ outcome }) => outcome === 'problem');
  const leading = verdict === 'none' ? problems[0] : undefined;
  return [
    ...problems.flatMap((problem) => [
      ...(problem === leading ? [] : [problem.text]),
      ...(problem.remedy === null ? [] : [`Fix: ${problem.remedy}`]),
    ]),
    ...internalErrors
      .slice(0, errorsShown)
      .map(({ message }) => `Internal error of the suite, please report it: ${message}`),
    ...(run.kind === 'judge'
      ? preflight.flatMap(({ outcome, text }) => (outcome === 'note' ? [`Recording: ${text}`] : []))
      : []),
    ...(run.maskedSecrets === undefined
      ? []
      : [`API keys masked in ${counted(run.maskedSecrets, 'place')} of these reports.`]),
  ];
}
