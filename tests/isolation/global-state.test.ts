import { expect, test, vi } from 'vitest';
import { globalState } from './global-state.ts';

test.each<[string, () => void, () => void]>([
  ['a variable', () => vi.stubEnv('LEFT_BEHIND', '1'), () => vi.unstubAllEnvs()],
  ['timers', () => vi.useFakeTimers(), () => vi.useRealTimers()],
  [
    'the exit code',
    () => {
      process.exitCode = 3;
    },
    () => {
      process.exitCode = undefined;
    },
  ],
  ['a global function', () => vi.stubGlobal('fetch', () => {}), () => vi.unstubAllGlobals()],
  ['a stream', () => vi.spyOn(process.stdout, 'write'), () => vi.restoreAllMocks()],
])('detects a change of %s until it is restored', (_what, change, putBack) => {
  const before = globalState({});
  change();
  const changed = globalState({});
  putBack();
  expect(changed).not.toEqual(before);
  expect(globalState({})).toEqual(before);
});
