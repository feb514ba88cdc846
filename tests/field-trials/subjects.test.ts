import { describe, expect, test, vi } from 'vitest';
import { readSubjects, slowestFirst } from '../../field-trials/harness/subject.ts';
import { makeTrial, missingCommands } from '../../field-trials/harness/trial.ts';
import { oneIn } from '../test-seed.ts';

// The measured ones mostly wait for minutes to end.
vi.setConfig({ maxConcurrency: 8 });
/** Three runs of the slowest subject on a busy machine. */
const longestMs = 900_000;

const ofGate = slowestFirst(
  oneIn(
    4,
    readSubjects().filter(({ gate }) => gate),
  ),
);

describe.concurrent('the suite reports of each subject what is true of it', { timeout: longestMs }, () => {
  for (const subject of ofGate) {
    test.skipIf(missingCommands(subject).length > 0)(subject.title, async () => {
      const { mismatches } = await makeTrial(subject);
      expect(mismatches).toEqual([]);
    });
  }
});
