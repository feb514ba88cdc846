import {
  type ReferenceImplementationOptions,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { defaultMix, type LoadPlan } from '../../src/load/load-plan.ts';
import { runLoad } from '../../src/load-run/run-load.ts';
import type { Report } from '../../src/report/report.ts';
import type { LoadOptions } from '../../src/suite/run-options.ts';
import type { LoadRecord } from '../../src/verdict/load-record.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ample = { enterprise: { perMinute: 1e9, perDay: 1e12 } };
export const plan: LoadPlan = {
  rate: null,
  connections: 4,
  durationMs: 400,
  warmupMs: 0,
  rampMs: 0,
  mix: defaultMix,
  timeoutMs: 5_000,
  maxCreations: 1_000_000,
  objectives: [],
};

export async function startReference(options: ReferenceImplementationOptions = {}) {
  return closeAfterwards(await startReferenceImplementation({ plans: ample, ...options }));
}

export function optionsFor(baseUrl: string, apiKey: string, more: Partial<LoadOptions> = {}): LoadOptions {
  return {
    baseUrl,
    apiKey,
    plan: null,
    planLimits: {},
    minuteMs: 60_000,
    dayMs: 86_400_000,
    categoryIds: [],
    seed: 42,
    reportDir: temporaryFolder(),
    command: 'load',
    load: plan,
    ownKey: false,
    beyondLimit: false,
    failOn: 'must',
    ...more,
  };
}

export function loadOf(report: Report) {
  if (report.load === null) {
    throw new Error('the report is not one of a load');
  }
  return report.load;
}

const silent = { event: () => {}, tick: () => {} };
const never = new AbortController().signal;

export function run(options: LoadOptions, signal: AbortSignal = never): Promise<Report> {
  return runLoad(options, silent, signal);
}

/** Longer and longer loads, until one did enough: how much a machine does in a while is its own business. */
export async function runUntil(
  isEnough: (load: LoadRecord) => boolean,
  options: LoadOptions,
): Promise<Report> {
  for (let { durationMs } = options.load; ; durationMs *= 4) {
    const report = await run({
      ...options,
      reportDir: temporaryFolder(),
      load: { ...options.load, durationMs },
    });
    if (isEnough(loadOf(report)) || durationMs > 10_000) {
      return report;
    }
  }
}
