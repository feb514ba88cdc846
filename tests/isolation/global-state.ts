import { createHash } from 'node:crypto';

/** The global state that tests change most easily for later tests in their process. Functions compare by identity. */
export function globalState(fastCheck: unknown) {
  return {
    // Logs show differences, so include only digests of the values.
    environment: Object.entries(process.env).map(([name, value = '']) => `${name} ${digest(value)}`),
    exitCode: process.exitCode,
    currentFolder: process.cwd(),
    functions: [setTimeout, setInterval, setImmediate, clearTimeout, queueMicrotask, Date, Date.now, fetch],
    output: [process.stdout.write, process.stderr.write, process.exit],
    fastCheck,
  };
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 8);
}
