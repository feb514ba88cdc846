import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface StartedReference {
  readonly baseUrl: string;
  /** A key of its plan Enterprise. */
  readonly apiKey: string;
  close(): void;
}

/**
 * Starts it on a free port.
 *
 * @param clock how long its minute and day last, in ms
 * @throws {Error} where its process ends before it listens.
 */
export async function startReferenceProcess(clock: {
  readonly minuteMs: number;
  readonly dayMs: number;
}): Promise<StartedReference> {
  const file = fileURLToPath(new URL(`./reference-process${extname(import.meta.url)}`, import.meta.url));
  const child = fork(file, [JSON.stringify(clock)], { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the reference implementation ended with status ${code}`);
  });
  const [started] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  const { baseUrl, apiKey } = started;
  return { baseUrl, apiKey, close: () => child.disconnect() };
}
