import type { TestContext } from 'vitest';
import { shellWord } from '../../report/shell-word.ts';
import type { TestCase } from '../../report/test-cases.ts';
import { inWordsOfLibrary } from '../words-of-library.ts';
import { ConformanceError } from './refuse-without-verdict.ts';

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
    const command = `Rerun:     npx vitest run ${shellWord(file.name)} -t ${shellWord(pattern)}`;
    const variable = text.includes('ANIMAL_STORE_API_KEY')
      ? '\nSet first: ANIMAL_STORE_API_KEY (option apiKey)'
      : '';
    return `${command}${seed === undefined ? '' : `\nSeed:      ${seed} (option seed)`}${variable}`;
  });
}
