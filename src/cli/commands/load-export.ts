import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shardPlan } from '../../load-run/shard-plan.ts';
import { packageRoot } from '../../package-root.ts';
import type { Invocation, Program } from '../command-line.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { k6Script, testRunManifest } from '../load-export/k6.ts';
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

/** A load whose shards Kubernetes starts. The Secret and the claim must exist. */
export interface KubernetesLoad {
  /** The arguments of `load` that all shards share, without keys: the base URL and options. */
  readonly arguments: readonly string[];
  readonly shards: number;
  /** The container image with this program. */
  readonly image: string;
  /** When all shards start: late enough for every pod to be ready. */
  readonly startAt: Date;
  /** The maximum duration of the shards from the time at which the manifest is applied, in s. */
  readonly deadlineSeconds: number;
  /** The Secret with the API key, under `api-key`. */
  readonly secret: string;
  /** The claim of a volume that all pods can write (ReadWriteMany), or `null` to read outcomes from logs. */
  readonly claim: string | null;
}

/**
 * A manifest for Kubernetes 1.24 or later: an Indexed Job whose completion index is the shard, and with a volume a
 * suspended Job that merges the outcomes.
 */
export function kubernetesManifest(load: KubernetesLoad): string {
  const { shards, claim } = load;
  const startAt = load.startAt.toISOString();
  const out = claim === null ? '-' : '/results/outcomes';
  const words = ['shard', ...load.arguments, '--start-at', startAt, '--out', out];
  const values = {
    ...load,
    startAt,
    // Kubernetes replaces `$(NAME)` by a variable.
    arguments: words.map((word) => word.replaceAll('$', '$$$$')),
    collecting: collecting(shards, claim),
    volumeMounts: [
      { name: 'temporary', mountPath: '/tmp' },
      ...(claim === null ? [] : [{ name: 'results', mountPath: '/results' }]),
    ],
    volumes: [
      { name: 'temporary', emptyDir: {} },
      ...(claim === null ? [] : [{ name: 'results', persistentVolumeClaim: { claimName: claim } }]),
    ],
  };
  return [
    manifest('kubernetes-shards.yaml', values),
    ...(claim === null ? [] : [manifest('kubernetes-merge.yaml', values)]),
  ].join('');
}

/** The commands that make a report of the outcomes, as a comment. */
function collecting(shards: number, claim: string | null): string {
  return claim === null
    ? `#   kubectl logs --selector job-name=animal-store-load --tail=-1 --max-log-requests ${shards} \\
#     | npx animal-store-conformance load merge -`
    : `#   kubectl patch job animal-store-load-merge --patch '{"spec":{"suspend":false}}'
#   kubectl wait --for=condition=complete --timeout=10m job/animal-store-load-merge
#
# The report is then in the folder report of the volume of ${claim}.`;
}

/**
 * Fills the placeholders (`${name}`) of a template in `assets/manifests`: with JSON, which is valid YAML; verbatim in
 * comments and in lines that are only a placeholder.
 */
export function manifest(template: string, values: Readonly<Record<string, unknown>>): string {
  const text = readFileSync(join(packageRoot(), 'assets', 'manifests', template), 'utf8');
  return text.replace(/^.*$/gm, (line) => {
    const isText = line.startsWith('#') || /^\$\{\w+\}$/.test(line);
    return line.replace(/\$\{(\w+)\}/g, (_, name: string) =>
      isText ? String(values[name]) : JSON.stringify(values[name]),
    );
  });
}
