import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { globalState } from './global-state.ts';

// The files of the project `together` share a process: each inherits the global state of the one before.
let before: ReturnType<typeof globalState>;
beforeAll(() => {
  before = globalState(fc.readConfigureGlobal());
});
afterAll(() => {
  expect(globalState(fc.readConfigureGlobal()), 'global state, as the file found it').toEqual(before);
});
