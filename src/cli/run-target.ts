import type { RunOptions } from '../runner/run-options.ts';
import type { Program } from './program.ts';
import type { RunSettings } from './run-settings.ts';

/** The options of a run as its settings say; the reference implementation is still without address and key. */
export function runOptions(
  run: RunSettings,
  reportDir: string,
  again: Pick<RunOptions, 'command' | 'argv'>,
): RunOptions {
  const { target, dryRun: _, ...options } = run;
  const { baseUrl, apiKey } = target.kind === 'service' ? target : { baseUrl: '', apiKey: '' };
  return { ...options, baseUrl, apiKey, reportDir, ...again };
}

/** The base address of a run, or `null` where the reference implementation is still to be started. */
export function addressOf({ target }: Pick<RunSettings, 'target'>): string | null {
  return target.kind === 'service' ? target.baseUrl : null;
}

/** @throws {UsageError} where a key of the run stands in the address of its target. */
export async function refuseKeyInTarget({ target, quotaKeys }: RunSettings): Promise<void> {
  if (target.kind === 'service') {
    const { refuseKeyInAddress } = await import('./key-in-address.ts');
    refuseKeyInAddress(target.baseUrl, 'base URL', [target.apiKey, ...quotaKeys.map(({ key }) => key)]);
  }
}

/**
 * Does something with the target of a run: with the options as they are, or with those of the reference
 * implementation, which is started and ended.
 */
export async function onTarget<Result>(
  { target }: RunSettings,
  options: RunOptions,
  { crash }: Program,
  work: (options: RunOptions) => Promise<Result>,
): Promise<Result> {
  const quotaKeys = options.quotaKeys.map(({ key }) => key);
  const headers = (options.transport?.headers ?? []).map(({ value }) => value);
  for (const key of [options.apiKey, options.revokedKey ?? '', ...quotaKeys, ...headers]) {
    crash.secrets.add(key);
  }
  if (target.kind === 'service') {
    return work(options);
  }
  const { startReferenceTarget } = await import('./reference-target.ts');
  const reference = await startReferenceTarget(options);
  try {
    return await work(reference.options);
  } finally {
    await reference.close();
  }
}
