import { shardPlan } from '../../load-run/shard-plan.ts';
import type { Invocation, Program } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { k6Script, testRunManifest } from '../load-export/k6.ts';
import { kubernetesManifest } from '../load-export/kubernetes.ts';
import { networkOptions } from '../options/service-options.ts';
import { isOption } from '../options/table.ts';
import { choice } from '../options/values.ts';
import { commandLine, repeatedArguments } from '../repeat-command.ts';
import { writeResult } from '../report-files/named-file.ts';
import { type LoadSettings, readLoadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { readStart, refuseTooManyParts } from '../settings/shard-settings.ts';
import { readLocated, requireThat, UsageError } from '../usage-error.ts';
import { loadDeclaration } from './service-commands.ts';

const engines = ['kubernetes', 'k6'] as const;

/** The maximum time to schedule and start all pods, in ms. */
const leadMs = 600_000;
/** Kubernetes ends shards that are this late, in s: a pod was not scheduled, or the service hangs. */
const graceSeconds = 300;
/** The placeholder for the key, which the shards read from a secret of the engine. */
const keyElsewhere = 'the-key-is-in-a-secret-of-the-engine';

/** `load export`: writes a manifest or a script with which another engine starts the shards of a load. */
export async function loadExportCommand(invocation: Invocation, program: Program): Promise<number> {
  const engine = readLocated(
    { value: invocation.positionals[0] ?? '', label: 'engine' },
    choice('ENGINE', engines).parse,
  );
  const settings = await loadSettingsOf(invocation, program);
  requireThat(
    settings.baseUrl() !== undefined,
    `the base URL is missing: write load export ${engine} <base-url>`,
  );
  const load = readLoadSettings(settings);
  const text = engine === 'k6' ? exportedToK6(load, settings) : exportedToKubernetes(load, settings);
  writeResult(settings.value('out'), text, program);
  return 0;
}

/** The settings of the load itself: the base URL is the second argument, and the key is optional. */
function loadSettingsOf(invocation: Invocation, program: Program): Promise<Settings> {
  const positionals = invocation.positionals.slice(1);
  const environment = { ANIMAL_STORE_API_KEY: keyElsewhere, ...program.environment };
  return givenSettings({ ...invocation, positionals }, { ...program, environment });
}

/** Sampled exchanges per second and instance, at most. */
const sampledPerSecond = 200;

function exportedToK6(load: LoadSettings, settings: Settings): string {
  const unfit = (['start-at', 'claim'] as const).find((name) => settings.isGivenDirectly(name));
  requireThat(unfit === undefined, `--${unfit} is not for k6: leave it out`);
  if (load.load.rate === null && !load.beyondLimit) {
    throw new UsageError(
      "k6 can't keep a closed loop within the limit of the key: pass --rate, or --beyond-limit to exceed it",
    );
  }
  const parallelism = settings.value('shards');
  const instances = parallelism ?? 1;
  refuseTooManyParts(load.load, instances, '--shards');
  const words = wordsOf(load, settings, ['out', 'config']);
  const share = settings.value('sample');
  const ownWords = [
    ...['--sample', settings.texts('sample')[0]?.value ?? '1%'],
    ...(parallelism === null ? [] : ['--shards', String(parallelism)]),
  ];
  const options = { ...load, command: '', reportDir: '' };
  const script = k6Script({
    plan: shardPlan(options, { index: 0, of: 1, startAtMs: 0 }),
    load: load.load,
    seed: load.seed,
    sample: { share, perSecond: sampledPerSecond },
    instances,
    command: commandLine(['load', 'export', 'k6', ...words, ...ownWords]),
  });
  const pods = { secret: settings.value('secret'), image: settings.value('image') };
  return parallelism === null ? script : testRunManifest(script, { parallelism, ...pods });
}

/** The arguments that all shards share. */
function wordsOf(load: LoadSettings, settings: Settings, without: readonly string[]): string[] {
  refuseNetwork(settings);
  const { target, checks, planLimits, wholeRun } = repeatedArguments(
    load.baseUrl,
    settings,
    loadDeclaration.options,
    without,
  );
  return [target, ...checks, ...planLimits, ...wholeRun, '--seed', String(load.seed)];
}

function refuseNetwork(settings: Settings): void {
  const network = Object.keys(networkOptions).find((name) => isOption(name) && settings.isGiven(name));
  requireThat(
    network === undefined,
    `--${network} can't be exported, because it concerns this machine or is a secret: add it to the written file`,
  );
}

function exportedToKubernetes(load: LoadSettings, settings: Settings): string {
  const shards = settings.value('shards');
  const image = settings.value('image');
  requireThat(shards !== null, '--shards N is missing: the number of shards');
  requireThat(image !== null, '--image IMAGE is missing: a container image, made with the Dockerfile');
  const { rampMs, warmupMs, durationMs } = load.load;
  refuseTooManyParts(load.load, shards, '--shards');
  const startAtMs = readStart(settings, Date.now()) ?? Date.now() + leadMs;
  const untilEndMs = startAtMs - Date.now() + rampMs + warmupMs + durationMs;
  return kubernetesManifest({
    arguments: wordsOf(load, settings, ['workers', 'out', 'config']),
    shards,
    image,
    startAt: new Date(startAtMs),
    deadlineSeconds: Math.max(0, Math.ceil(untilEndMs / 1000)) + graceSeconds,
    secret: settings.value('secret'),
    claim: settings.value('claim'),
  });
}
