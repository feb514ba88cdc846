import {
  defaultPlanLimits,
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../../reference-impl/index.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { onInterruption } from '../interruption.ts';
import { plans } from '../options/service-values.ts';
import { readClock } from '../settings/common-settings.ts';
import { deviationList, servedDeviation } from '../settings/served-deviation.ts';
import { Settings } from '../settings/settings.ts';
import { requireThat } from '../usage-error.ts';

export async function serveCommand(invocation: Invocation, program: Program): Promise<number> {
  const { output } = program;
  if (invocation.options.get('list-faults')?.[0] === 'true') {
    output.write(deviationList(output.isTerminal ? output.columns() : Number.POSITIVE_INFINITY));
    return 0;
  }
  const settings = new Settings(invocation, {}, null);
  const port = settings.value('port');
  const { minuteMs, dayMs } = readClock(settings);
  const { decorate, fault, categoryIds } = servedDeviation(
    settings.given('fault')[0],
    settings.given('variant')[0],
  );
  const running = await started({ port, minuteMs, dayMs, decorate });
  const ended = new Promise<void>((resolve) => {
    onInterruption({ first: resolve, again: () => program.exit(0) });
  });
  const lengths = lengthOptions(minuteMs, dayMs);
  output.write(fault + welcome(running, runOptions(categoryIds ?? []) + lengths, lengths));
  await ended;
  await running.close();
  return 0;
}

async function started(options: ReferenceImplementationOptions): Promise<RunningImplementation> {
  try {
    return await startReferenceImplementation(options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    requireThat(
      code !== 'EADDRINUSE',
      `--port: ${options.port} is in use by another program; name another (0 takes a free one)`,
    );
    requireThat(
      code !== 'EACCES',
      `--port: this account may not listen on ${options.port}; name one from 1024 on`,
    );
    throw error;
  }
}

function welcome(running: RunningImplementation, options: string, lengths: string): string {
  const { baseUrl, keys, secondKeys, revokedKey } = running;
  const rows = [
    ...plans.map((plan) => [plan, keys[plan]]),
    ...plans.map((plan) => [`${plan} (2nd)`, secondKeys[plan]]),
    ['revoked', revokedKey],
  ];
  const lines = rows.map(([name = '', key = '']) => `  ${name.padEnd(16)}  ${key}`);
  const quotaKeys = `--quota-key free=${keys.free} --quota-key free=${secondKeys.free}`;
  return [
    `The reference implementation listens on ${baseUrl}`,
    '',
    'Keys (valid for this service only):',
    ...lines,
    '',
    'Verify it, in another terminal:',
    `  ANIMAL_STORE_API_KEY=${keys.enterprise} npx ${toolName} run ${baseUrl} ${options}`,
    '',
    'Verify the limits of its Free plan:',
    `  ANIMAL_STORE_API_KEY=${keys.enterprise} npx ${toolName} run ${baseUrl} --only 'quota/*' --only 'rate/*' ${quotaKeys}${lengths}`,
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

/** The options for a run against the served implementation: plan limits and categories. */
function runOptions(categoryIds: readonly bigint[]): string {
  const { perMinute, perDay } = defaultPlanLimits.enterprise;
  return [
    '--plan enterprise',
    `--plan-limit enterprise=${perMinute}/${perDay}`,
    ...categoryIds.slice(0, 3).map((id) => `--category-id ${id}`),
  ].join(' ');
}

/** The options for another length of the minute or the day, each after a space. */
function lengthOptions(minuteMs: number, dayMs: number): string {
  const written = (ms: number) => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);
  return [
    ...(minuteMs === 60_000 ? [] : [` --minute ${written(minuteMs)}`]),
    ...(dayMs === 86_400_000 ? [] : [` --day ${written(dayMs)}`]),
  ].join('');
}
