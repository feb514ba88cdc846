import { shellWord } from '../report/shell-word.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import type { Transport } from '../target/transport.ts';
import { writeDuration } from './parse/duration.ts';
import { documentedLimits } from './parse/plan-limit.ts';
import { plans } from './parse/plans.ts';
import type { RunSettings } from './run-settings.ts';
import type { Settings } from './settings.ts';
import { toolName } from './tool-version.ts';

/**
 * The command line that makes a run again, wherever its settings came from: base address or name of the target, which
 * has the keys, seed, and what differs from the defaults. Keys are left to the environment.
 */
export function repeatCommand(settings: RunSettings, given: Settings): string {
  const target =
    settings.target.kind === 'reference' ? ['--reference'] : [given.targetName ?? settings.target.baseUrl];
  const words = [
    'npx',
    toolName,
    'run',
    ...target,
    ...(settings.target.kind === 'reference' ? [] : targetOptions(settings)),
    ...clockOptions(settings, given),
    ...quotaOptions(settings, given),
    ...wireOptions(settings.transport, given),
    ...valuesOf(given, 'config'),
    ...valuesOf(given, 'only'),
    ...valuesOf(given, 'skip'),
    ...(settings.readOnly ? ['--read-only'] : []),
    ...(settings.disguised === true ? ['--disguise'] : []),
    ...option('effort', settings.effort, 'normal'),
    ...(settings.maxRequests === null ? [] : ['--max-requests', String(settings.maxRequests)]),
    ...(settings.maxTimeMs === null ? [] : ['--max-time', writeDuration(settings.maxTimeMs)]),
    ...option('timeout', writeDuration(settings.timeoutMs), '10s'),
    ...option('consistency-grace', writeDuration(settings.consistencyGraceMs), '2s'),
    ...option('fail-on', settings.failOn, 'must'),
    ...(settings.minDecided === undefined ? [] : ['--min-decided', String(settings.minDecided)]),
    ...(settings.requireComplete ? ['--require-complete'] : []),
    ...valuesOf(given, 'waivers'),
    ...(given.flag('strict-waivers') ? ['--strict-waivers'] : []),
    ...valuesOf(given, 'baseline'),
    ...valuesOf(given, 'catalogue'),
    '--seed',
    String(settings.seed),
  ];
  const shown = words.map(shellWord).join(' ');
  return settings.revokedKey === null ? shown : `${shown} --revoked-key "$ANIMAL_STORE_REVOKED_KEY"`;
}

function targetOptions(settings: RunSettings): string[] {
  const limits = plans.flatMap((plan) => {
    const limit = settings.planLimits[plan];
    const known = documentedLimits[plan];
    const differs = limit?.perMinute !== known?.perMinute || limit?.perDay !== known?.perDay;
    return limit !== undefined && differs
      ? ['--plan-limit', `${plan}=${limit.perMinute}/${limit.perDay}`]
      : [];
  });
  return [
    ...(settings.plan === null ? [] : ['--plan', settings.plan]),
    ...limits,
    ...settings.categoryIds.flatMap((id) => ['--category-id', String(id)]),
    ...(settings.nameTemplate === undefined ? [] : ['--name-template', settings.nameTemplate]),
  ];
}

function clockOptions({ minuteMs, dayMs }: RunSettings, given: Settings): string[] {
  return [
    ...(given.one('minute') === undefined ? [] : ['--minute', writeDuration(minuteMs)]),
    ...(given.one('day') === undefined ? [] : ['--day', writeDuration(dayMs)]),
  ];
}

/** Keys that came from the environment or the file come from there again. */
function quotaOptions(settings: RunSettings, given: Settings): string[] {
  const keys = given.onCommandLine('quota-key') ? settings.quotaKeys : [];
  const ofReference = settings.target.kind === 'reference';
  return [
    ...keys.flatMap(({ plan }, index) => [
      '--quota-key',
      ofReference ? plan : `${plan}=${quotaKeyShownAs(index + 1)}`,
    ]),
    ...(given.flag('day-quota') ? ['--day-quota'] : []),
    ...(settings.overshoot === null ? [] : ['--overshoot', String(settings.overshoot)]),
    ...(settings.probeBan ? ['--probe-ban'] : []),
  ];
}

/** Fields that came from the file come from there again: their values are secrets. */
export function wireOptions(transport: Transport | undefined, given: Settings): string[] {
  if (transport === undefined) {
    return [];
  }
  const headers = given.onCommandLine('header') ? transport.headers : [];
  return [
    ...headers.flatMap(({ name, shownAs }) => ['--header', `${name}: ${shownAs}`]),
    ...['resolve', 'ca-file', 'client-certificate', 'client-key'].flatMap((name) => valuesOf(given, name)),
  ];
}

function option(name: string, value: string, ordinary: string): string[] {
  return value === ordinary ? [] : [`--${name}`, value];
}

function valuesOf(given: Settings, name: string): string[] {
  return given.all(name).flatMap(({ text }) => [`--${name}`, text]);
}
