import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';

// Files share processes: each inherits the global state of the one before.
let before: ReturnType<typeof globalState>;
beforeAll(() => {
  before = globalState();
});
afterAll(() => {
  expect(globalState(), 'global state, as the file found it').toEqual(before);
});

/** The global state that tests change most easily for later tests in their process. Functions compare by identity. */
function globalState() {
  return {
    // Logs show differences, so include only digests of the values.
    environment: Object.entries(process.env).map(([name, value = '']) => `${name} ${digest(value)}`),
    exitCode: process.exitCode,
    currentFolder: process.cwd(),
    functions: [setTimeout, setInterval, setImmediate, clearTimeout, queueMicrotask, Date, Date.now, fetch],
    output: [process.stdout.write, process.stderr.write, process.exit],
    fastCheck: fc.readConfigureGlobal(),
  };
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 8);
}
