import type { Exchange } from '../exchange/exchange.ts';
import { newRunTag } from '../history/tag.ts';
import type { Effort, PreflightStep, RunEvent } from '../verdict/run-event.ts';
import { examineKeys } from './examine-keys.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { openTarget, runRedactor } from './open-target.ts';
import { advised } from './preflight-advice.ts';
import { allowanceStep } from './preflight-headers.ts';
import { redactedEvent, redactedStep } from './redacted-event.ts';
import type { RunOptions } from './run-options.ts';
import { planRun, type RunPlan } from './run-plan.ts';
import { runPreflight } from './run-preflight.ts';
import { withoutUsableResponse } from './usable-response.ts';
import { whenStopped } from './when-stopped.ts';

/** What was found out of a service and of the keys to it. */
export interface Examination {
  /** Each with what to do about it, where it is not good. */
  readonly steps: readonly PreflightStep[];
  /** Whether a run with these options would pass its preflight, and the service returned any animals. */
  readonly ready: boolean;
  readonly requests: number;
  /** Ids of the animals that were created. */
  readonly created: readonly string[];
}

const efforts: readonly Effort[] = ['smoke', 'normal', 'thorough'];

/**
 * Makes the preflight of a run and no run: whether the service is reached, the keys are accepted, what the clocks and a
 * category say, and the allowance of the key against what a run of each effort needs.
 *
 * @param listen told every event as it happens, secrets replaced; the steps in it are those of the examination
 * @throws {RunStopped} where it was stopped by the signal.
 */
export async function examine(
  options: RunOptions,
  listen: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Examination> {
  const startedAtMs = monotonicMs();
  const tag = newRunTag();
  const redactor = runRedactor(options);
  const redact = (text: string): string => redactor.redactDerived(text);
  const exchanges: Exchange[] = [];
  const created: string[] = [];
  const steps: PreflightStep[] = [];
  const say = (event: RunEvent): void => listen(redactedEvent(event, redactor));
  const tell = (step: PreflightStep): void => {
    const told = redactedStep(advised(step), redact);
    steps.push(told);
    listen({ type: 'preflight', step: told });
  };
  const record = (event: RunEvent): void => {
    if (event.type === 'preflight') {
      for (const step of eachEffort(event.step, exchanges[0], options)) {
        tell(step);
      }
    } else if (event.type !== 'finding' && event.type !== 'evidence') {
      created.push(...(event.type === 'animal-created' ? [event.id] : []));
      exchanges.push(...(event.type === 'exchange' ? [event.exchange] : []));
      say(event);
    }
  };
  const context = { tag, startedAtMs, record };
  const preflight = await runPreflight(options, context, neededBy('smoke', options), signal);
  const unusable = preflight === null ? null : withoutUsableResponse(exchanges);
  if (unusable !== null) {
    tell(unusable);
  }
  if (preflight !== null && options.quotaKeys.length + (options.revokedKey === null ? 0 : 1) > 0) {
    await withTarget(options, context, exchanges.length, signal, (target) =>
      examineKeys(target, options, tell),
    );
  }
  const ready = preflight !== null && !steps.some(({ outcome }) => outcome === 'problem');
  return { steps, ready, requests: exchanges.length, created };
}

/** The step about the allowance once for each effort; only that of the run keeps it from being made. */
function eachEffort(step: PreflightStep, first: Exchange | undefined, options: RunOptions): PreflightStep[] {
  if (step.name !== 'allowance' || first === undefined || step.outcome === 'note') {
    return [step];
  }
  return efforts.map((effort) => {
    const of = allowanceStep(first, neededBy(effort, options), options.minuteMs);
    const outcome = of.outcome === 'problem' && effort !== options.effort ? 'note' : of.outcome;
    return { ...of, outcome, text: of.text.replace('this run needs', `--effort ${effort} needs`) };
  });
}

function neededBy(effort: Effort, options: RunOptions): RunPlan {
  return planRun({ ...options, effort });
}

async function withTarget(
  options: RunOptions,
  context: Pick<Parameters<typeof openTarget>[0], 'tag' | 'startedAtMs' | 'record'>,
  exchangesBefore: number,
  signal: AbortSignal,
  work: (target: ReturnType<typeof openTarget>) => Promise<void>,
): Promise<void> {
  const { record } = context;
  const onExchange = (exchange: Exchange): void => record({ type: 'exchange', exchange, touched: [] });
  const target = openTarget({ options, ...context, exchangesBefore, onExchange });
  const release = whenStopped({ signal }, (reason) => target.stop(reason));
  try {
    await work(target);
  } finally {
    release();
    await target.close();
  }
}
