import type { Answer } from '../../src/runner/answer.ts';

/** How many animals a list shows, or `null` where the answer is none. */
export function lengthOf(answer: Answer): number | null {
  return answer.status === 200 && Array.isArray(answer.json) ? answer.json.length : null;
}

/** The same in words. */
export function howLong(answer: Answer): string {
  const length = lengthOf(answer);
  return length === null ? `${answer.status}` : `200 with ${length} animals`;
}
