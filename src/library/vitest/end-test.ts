import type { TestContext } from 'vitest';
import type { TestCase } from '../../report/artifacts/test-cases.ts';
import type { Report } from '../../report/report.ts';
import { shellWord } from '../../report/shell-word.ts';
import { verdictSentence } from '../../report/verdict-sentence.ts';
import { inWordsOfLibrary } from '../verify-options.ts';

type CaseContext = Pick<TestContext, 'skip' | 'annotate' | 'expect'> & {
  readonly task: { readonly name: string; readonly file: { readonly name: string } };
};

/** Ends the test of a requirement by its verdict. Annotations show what a passing test can't. */
export async function endTest(
  verdict: TestCase | undefined,
  mustBeDecided: boolean,
  { skip, annotate, expect, task }: CaseContext,
): Promise<void> {
  if (verdict === undefined) {
    skip('it was not verified');
    return;
  }
  const { outcome, kind, message, text } = verdict;
  if (outcome === 'failed' || outcome === 'error') {
    throw new ConformanceError(withVitestRerun(text, task));
  }
  if (outcome === 'skipped') {
    const reason = inWordsOfLibrary(message);
    if (mustBeDecided && kind !== 'waived') {
      throw new ConformanceError(`${reason}\nminDecided is 1, so each MUST has to be decided`);
    }
    skip(reason);
    return;
  }
  if (kind === 'warned' || kind === 'observed') {
    await annotate(text, kind === 'warned' ? 'warning' : 'observed');
  }
  // With `expect.requireAssertions`, Vitest fails a test without an assertion.
  expect(outcome).toBe('passed');
}

/** In a project's tests, Vitest reruns a requirement, with the seed as an option. */
function withVitestRerun(text: string, { name, file }: CaseContext['task']): string {
  return text.replace(/^Rerun: .*$/gm, (line) => {
    const ids = [...line.matchAll(/--only '([^']+)'/g)].map(([, id = '']) => id);
    const seed = /--seed (\d+)/.exec(line)?.[1];
    const pattern = ids.length > 1 ? `(${ids.join('|')})` : (ids[0] ?? name);
    const command = `Rerun:        npx vitest run ${shellWord(file.name)} -t ${shellWord(pattern)}`;
    const variable = text.includes('ANIMAL_STORE_API_KEY')
      ? '\nSet first: ANIMAL_STORE_API_KEY (option apiKey)'
      : '';
    return `${command}${seed === undefined ? '' : `\nSeed:         ${seed} (option seed)`}${variable}`;
  });
}

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
