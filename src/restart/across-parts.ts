import type { AnimalWatch } from '../animals/animal-watch.ts';
import { tagSource } from '../animals/tag.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { measuredRequirements, plansUnderTest } from '../plan-limits/plan-limit-requirements.ts';
import type { PreflightResult } from '../preflight/run-preflight.ts';
import type { Timeline } from '../quota/timeline.ts';
import { openTarget, type RunContext } from '../run/open-target.ts';
import { runWatches, watchContext } from '../run/run-watches.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { Session } from '../suite/session.ts';
import { pause } from '../target/target.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { AcrossAnimalsCheck } from './across-animals.ts';
import { type AcrossPhase, marked, newPhase } from './across-gap.ts';
import { AcrossQuota, neverExceeded } from './across-quota.ts';

export interface AcrossContext extends RunContext {
  readonly preflight: PreflightResult;
  /** What the measurement of each plan sent, by the plan's name (nothing). */
  readonly timelines?: ReadonlyMap<string, Timeline>;
}

/** Everything that sends something across a command. */
export interface AcrossParts {
  readonly session: Session;
  readonly animals: AcrossAnimalsCheck;
  /** Of each measured plan; none with `--after`. */
  readonly quotas: readonly AcrossQuota[];
  readonly phase: AcrossPhase;
}

/** Tags of this part begin here, so that those of the other parts can't meet them. */
const firstAcrossTag = 2_000_000;

/** Opens the parts, passes them on, and closes them. `animalWatch` knows the animals of before. */
export async function withAcrossParts<Result>(
  options: RunOptions,
  context: AcrossContext,
  animalWatch: AnimalWatch,
  work: (parts: AcrossParts) => Promise<Result>,
): Promise<Result> {
  const phase = newPhase();
  const tags = tagSource(context.tag, firstAcrossTag, context.preflight.nameForm);
  const target = openTarget({
    ...context,
    options,
    onExchange: (sent) => {
      const exchange = marked(sent, phase);
      session.witness(exchange);
      phase.tally?.see(exchange);
    },
  });
  const session = new Session({
    options,
    target,
    animalWatch,
    watches: runWatches(watchContext(options)),
    tags,
    record: context.record,
    pause: (ms) => pause(ms, context.stopped),
    workingCategories: context.preflight.workingCategories,
  });
  const isMeasured = measuredRequirements(options).some(({ id }) => id === neverExceeded);
  const plans = isMeasured && options.across !== undefined ? plansUnderTest(options) : [];
  const quotaParts = { ...context, options, tags, marked: (exchange: Exchange) => marked(exchange, phase) };
  const quotas = plans.map(
    (plan) => new AcrossQuota(plan, context.timelines?.get(plan.plan) ?? [], quotaParts),
  );
  try {
    return await work({
      session,
      animals: new AcrossAnimalsCheck(session),
      quotas,
      phase,
    });
  } finally {
    await Promise.all(quotas.map((quota) => quota.close()));
    await target.close();
  }
}

/** Behaviour that a conforming service may also show leaves its requirement inconclusive. */
export function leaveOpen(promises: readonly AcrossPromise[], record: (event: RunEvent) => void): void {
  for (const { requirement, outcome, text } of promises) {
    if (outcome === 'undecided') {
      const reason = `across the command: ${text}`;
      record({ type: 'check-finished', requirement, outcome: 'inconclusive', reason });
    }
  }
}

/** Only what the run is to decide. */
export function selectedOnly(
  promises: readonly AcrossPromise[],
  { selected }: RunOptions,
): readonly AcrossPromise[] {
  return promises.filter(({ requirement }) => selected.includes(requirement));
}
