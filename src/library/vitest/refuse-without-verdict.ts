import type { Report } from '../../report/report.ts';
import type { TestCase } from '../../report/test-cases.ts';
import { verdictSentence } from '../../report/verdict-sentence.ts';
import { inWordsOfLibrary } from '../words-of-library.ts';

/** @throws {ConformanceError} if the preflight found that the service can't be verified. */
export function refuseHindered(report: Report): void {
  const problem = report.preflight.find(({ outcome }) => outcome === 'problem');
  if (problem !== undefined) {
    const remedy = problem.remedy === null ? '' : `\nFix: ${inWordsOfLibrary(problem.remedy)}`;
    throw new ConformanceError(`${verdictSentence(report)}${remedy}`);
  }
}

/**
 * Reports problems that belong to no test: an interruption, an error of the suite, a stale waiver, a violation that
 * leaves a tested requirement undecided. A run that decided nothing is a problem too, unless it tested nothing.
 *
 * @param tests the requirements that are tests
 * @throws {ConformanceError} with all of them.
 */
export function refuseUnfinished(report: Report, cases: readonly TestCase[], tests: readonly string[]): void {
  const wasTried = report.requirements.some(({ verdict }) => verdict === 'inconclusive');
  const counts = ({ kind }: TestCase): boolean =>
    kind !== 'no-verdict' ||
    report.interrupted !== null ||
    report.internalErrors.length > 0 ||
    (report.coverage?.shortfall ?? null) !== null ||
    wasTried;
  const others = cases.filter(
    (one) =>
      !tests.includes(one.name) && (one.outcome === 'failed' || one.outcome === 'error') && counts(one),
  );
  if (others.length > 0) {
    throw new ConformanceError(others.map(({ text }) => text).join('\n\n'));
  }
}

/** Fails a test. Its stack has no place in the code, because the error is one of the service. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
