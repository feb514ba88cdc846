import { createHash } from 'node:crypto';

/** What tests change most easily for all that run after them in their process; functions count as themselves. */
export function globalState(fastCheck: unknown) {
  return {
    // A difference is shown in logs: of values only a digest.
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
