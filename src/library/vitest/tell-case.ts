import type { TestContext } from 'vitest';
import type { TestCase } from '../../report/test-cases.ts';
import { inWordsOfLibrary } from '../option-texts.ts';
import { ConformanceError } from './conformance-error.ts';

/** Ends the test of a requirement as its verdict says; annotations tell what a test that passes can't. */
export async function tellCase(
  verdict: TestCase | undefined,
  mustBeDecided: boolean,
  { skip, annotate, expect }: Pick<TestContext, 'skip' | 'annotate' | 'expect'>,
): Promise<void> {
  if (verdict === undefined) {
    skip('it was not verified');
    return;
  }
  const { outcome, kind, message, text } = verdict;
  if (outcome === 'failed' || outcome === 'error') {
    throw new ConformanceError(text);
  }
  if (outcome === 'skipped') {
    const reason = inWordsOfLibrary(message);
    if (mustBeDecided && kind !== 'waived') {
      throw new ConformanceError(`${reason}\nrequireComplete is set, so each MUST has to be decided`);
    }
    skip(reason);
    return;
  }
  if (kind === 'warned' || kind === 'observed') {
    await annotate(text, kind === 'warned' ? 'warning' : 'observed');
  }
  // Vitest can be told that a test without an assertion fails (`expect.requireAssertions`).
  expect(outcome).toBe('passed');
}
