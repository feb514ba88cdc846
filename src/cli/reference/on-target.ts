import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadOptions, RunOptions } from '../../suite/run-options.ts';
import type { Program } from '../command.ts';

/** The reference implementation while it runs, and the options completed by its base URL and key. */
export interface Started<Options> {
  readonly options: Options;
  close(): unknown;
}

type Secrets = Pick<RunOptions, 'apiKey' | 'transport'> &
  Partial<Pick<RunOptions, 'revokedKey' | 'quotaKeys'>>;

/**
 * Runs work with the target of a command: with the given options, or with those of the reference implementation, which
 * runs meanwhile. An internal error masks the secrets of both.
 *
 * @param start starts the reference implementation; `null` for a service
 */
export async function onTarget<Options extends Secrets, Result>(
  given: Options,
  start: ((options: Options) => Promise<Started<Options>>) | null,
  { crash }: Program,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  const { options, close } = start === null ? { options: given, close: () => {} } : await start(given);
  const quotaKeys = (options.quotaKeys ?? []).map(({ key }) => key);
  const headers = (options.transport?.headers ?? []).map(({ value }) => value);
  for (const secret of [options.apiKey, options.revokedKey ?? '', ...quotaKeys, ...headers]) {
    crash.secrets.add(secret);
  }
  try {
    return await work(options);
  } finally {
    await close();
  }
}

/** Loaded on demand, because only few commands need it. */
export async function startReference(options: RunOptions): Promise<Started<RunOptions>> {
  const { startReferenceTarget } = await import('./reference-target.ts');
  return startReferenceTarget(options);
}

/** Starts it on a free port, as a process of its own. @throws {Error} where that ends before it listens. */
export async function startReferenceProcess(options: LoadOptions): Promise<Started<LoadOptions>> {
  const file = fileURLToPath(new URL(`./reference-process${extname(import.meta.url)}`, import.meta.url));
  const { minuteMs, dayMs } = options;
  const child = fork(file, [JSON.stringify({ minuteMs, dayMs })], { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the reference implementation ended with status ${code}`);
  });
  const [{ baseUrl, apiKey }] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return { options: { ...options, baseUrl, apiKey }, close: () => child.disconnect() };
}
