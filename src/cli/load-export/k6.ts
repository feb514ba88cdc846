import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesOfLoads } from '../../arbitraries/names.ts';
import { petStatuses } from '../../arbitraries/new-pet.ts';
import {
  k6Failures,
  k6Operations,
  k6Statuses,
  type SampleBounds,
  sampleVersion,
} from '../../load/k6/k6-load.ts';
import { trendStats } from '../../load/k6/trend.ts';
import { createdAhead, type LoadPlan, sharesOf } from '../../load/load-plan.ts';
import type { Objective } from '../../load/objective.ts';
import { digestLength } from '../../load/shards/record-reader.ts';
import { planDigest, type ShardPlan } from '../../load/shards/shard-plan.ts';
import { creationsEnd, differentCreations, lists, mostIds } from '../../load/traffic.ts';
import { packageRoot, packageVersion } from '../../package-root.ts';
import { guessedCategories, mostCategoriesTried } from '../../preflight/preflight-creation.ts';
import { bearer, listPets } from '../../target/api-request.ts';
import { toolName } from '../command.ts';
import { manifest } from './kubernetes.ts';

/** A load that k6 makes. */
export interface K6Export {
  /** The plan of the whole load; `of` is 1 and `startAtMs` is 0, because neither is known before the run. */
  readonly plan: ShardPlan;
  readonly load: LoadPlan;
  readonly seed: number;
  readonly sample: SampleBounds;
  /** The number of instances, as far as it is known. */
  readonly instances: number;
  /** The command line that writes the script again. */
  readonly command: string;
}

/** k6 starts further users while the load runs, which takes time. */
const preallocatedShare = 0.25;
/** The time unit of fractional rates in s, because k6 accepts only integers. */
const fractionSeconds = 1_000;

/** A script for k6 1.x. All text of the user is in one literal of ASCII JSON. */
export function k6Script(given: K6Export): string {
  const { plan, load, seed, sample, instances, command } = given;
  const value = {
    version: sampleVersion,
    tool: { name: toolName, version: packageVersion() },
    command,
    digest: planDigest(plan).slice(0, digestLength),
    plan,
    sample,
    traffic: {
      baseUrl: plan.baseUrl.replace(/\/+$/, ''),
      scenario: scenarioOf(load, instances),
      thresholds: thresholdsOf(load.objectives),
      trendStats,
      operations: k6Operations,
      statuses: k6Statuses,
      failures: k6Failures,
      choices: choicesOf(load),
      endsBefore: creationsEnd(load, seed, Math.max(createdAhead, instances)),
      lists: lists.map((query) => listPets(query, bearer('', 'api-key', '')).target),
      mostIds,
      differentCreations,
      nameTemplate: plan.nameTemplate ?? namesOfLoads.template,
      petStatuses,
      createdAhead,
      guessedCategories: guessedCategories.map(String),
      mostCategories: mostCategoriesTried,
    },
  };
  return `${comment}const animalStoreLoad = ${asciiJson(value)};\n\n${parts.map(partOf).join('\n')}`;
}

/** The modules of the script, in the order of their dependencies. */
const parts = ['requests', 'log', 'send', 'preparation', 'load'] as const;

function partOf(part: (typeof parts)[number]): string {
  const module = readFileSync(join(packageRoot(), 'assets', 'k6', `${part}.js`), 'utf8');
  return module.replace(/^\/\* global .*\n|^import \{[^}]*\} from '\.\/.*';\n/gm, '');
}

const comment = `// A load for k6 1.x, written by ${toolName}. It logs a sample of the exchanges, for "load merge":
//
//   k6 run --log-format raw FILE > k6.log 2>&1      (with ANIMAL_STORE_API_KEY in the environment)
//   npx ${toolName} load merge k6.log
//
// With --execution-segment, each of several instances has a log of its own.
`;

function asciiJson(value: object): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function choicesOf({ mix }: LoadPlan): { operation: string; upTo: number }[] {
  let upTo = 0;
  return [...sharesOf(mix)]
    .filter(([, share]) => share > 0)
    .map(([operation, share]) => {
      upTo += share;
      return { operation, upTo };
    });
}

function scenarioOf(load: LoadPlan, instances: number): object {
  const { rate, connections, rampMs, warmupMs, durationMs, timeoutMs } = load;
  const lastMs = warmupMs + durationMs;
  const gracefulStop = `${2 * timeoutMs}ms`;
  if (rate === null) {
    const stages = [
      { target: connections, duration: `${rampMs}ms` },
      { target: connections, duration: `${lastMs}ms` },
    ];
    return rampMs === 0
      ? { executor: 'constant-vus', vus: connections, duration: `${lastMs}ms`, gracefulStop }
      : { executor: 'ramping-vus', startVUs: instances, stages, gracefulStop };
  }
  const isWhole = Number.isInteger(rate);
  const target = isWhole ? rate : Math.round(rate * fractionSeconds);
  const users = {
    timeUnit: isWhole ? '1s' : `${fractionSeconds}s`,
    preAllocatedVUs: Math.max(instances, Math.ceil(connections * preallocatedShare)),
    maxVUs: connections,
    gracefulStop,
  };
  const stages = [
    { target, duration: `${rampMs}ms` },
    { target, duration: `${lastMs}ms` },
  ];
  return rampMs === 0
    ? { executor: 'constant-arrival-rate', rate: target, duration: `${lastMs}ms`, ...users }
    : { executor: 'ramping-arrival-rate', startRate: 0, stages, ...users };
}

/** The thresholds of k6 for the objectives, except rates; each instance judges its own. */
function thresholdsOf(objectives: readonly Objective[]): Record<string, string[]> {
  const thresholds: Record<string, string[]> = {};
  for (const { operation, measure, comparison, bound } of objectives) {
    if (measure.kind !== 'rate') {
      const metric = `animal_store_${measure.kind === 'errors' ? 'errors' : 'latency'}`;
      const name = operation === null ? metric : `${metric}{operation:${operation}}`;
      thresholds[name] = [...(thresholds[name] ?? []), `${statisticOf(measure)}${comparison}${bound}`];
    }
  }
  return thresholds;
}

function statisticOf(measure: Objective['measure']): string {
  switch (measure.kind) {
    case 'percentile':
      return `p(${measure.percentile})`;
    case 'mean':
      return 'avg';
    case 'max':
      return 'max';
    default:
      return 'rate';
  }
}

/** The settings of a manifest for the k6-operator. */
export interface TestRunSettings {
  readonly parallelism: number;
  /** The Secret with the API key, under `api-key`. */
  readonly secret: string;
  /** The container image with k6, or `null` for that of the operator. */
  readonly image: string | null;
}

/** A TestRun of the k6-operator (k6.io/v1alpha1), and the ConfigMap with its script. */
export function testRunManifest(script: string, { parallelism, secret, image }: TestRunSettings): string {
  return manifest('k6-operator.yaml', {
    instances: parallelism,
    secret,
    image: image === null ? '' : `    image: ${JSON.stringify(image)}`,
    script: script.trimEnd().replace(/^(?=.)/gm, '    '),
  });
}
