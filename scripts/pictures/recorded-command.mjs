import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Runs the command in colour; resolves with its output, in pieces with the times at which they arrived. */
export async function recordedCommand(values, environment) {
  const command = spawn(process.execPath, [main, ...values], {
    env: { ...process.env, ...environment, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const startMs = performance.now();
  const pieces = [];
  for (const stream of [command.stdout, command.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => pieces.push({ atMs: performance.now() - startMs, text }));
  }
  await once(command, 'close');
  return pieces;
}

/** Serves the reference implementation with a fault on port 8080. */
export async function serving(fault) {
  const service = spawn(process.execPath, [main, 'serve', '--fault', fault]);
  let output = '';
  for await (const text of service.stdout.setEncoding('utf8')) {
    output += text;
    const [, key] = /enterprise +(\w+)/.exec(output) ?? [];
    if (key !== undefined) {
      return { environment: { ANIMAL_STORE_API_KEY: key }, stop: () => service.kill() };
    }
  }
  throw new Error('the reference implementation does not listen on port 8080');
}
