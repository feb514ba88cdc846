import { newRunTag } from '../animals/tag.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { placeSteps } from '../preflight/place-preflight.ts';
import { good, note, problem } from '../preflight/preflight-headers.ts';
import { runPreflight } from '../preflight/run-preflight.ts';
import { openTarget, runRedactor, type TargetParts } from '../run/open-target.ts';
import { redactedEvent, redactedValue } from '../run/record-run.ts';
import type { Plan, RunOptions } from '../suite/run-options.ts';
import { bearer, type Credential, listPets, quotaKeyShownAs } from '../target/api-request.ts';
import { ExchangeNumbers } from '../target/exchange-numbers.ts';
import { stoppable, type Target } from '../target/target.ts';
import type { PreflightStep, RunEvent } from '../verdict/run-event.ts';
import { planRun } from './run-plan.ts';

/** The results of examining a service and its keys. */
export interface Examination {
  /** Each step with advice unless it is good. */
  readonly steps: readonly PreflightStep[];
  /** Whether a run with these options would pass its preflight. */
  readonly ready: boolean;
  readonly requests: number;
  /** Ids of the animals that were created. */
  readonly created: readonly string[];
}

/**
 * Runs only the preflight: connectivity, keys, clocks, a category, and the allowance that the run needs.
 *
 * @param listen receives every event, with secrets replaced; its steps are those of the examination
 * @throws {RunStopped} if the signal stopped it.
 */
export async function examine(
  options: RunOptions,
  listen: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Examination> {
  const startedAtMs = performance.now();
  const tag = newRunTag();
  const redactor = runRedactor(options);
  let requests = 0;
  const created: string[] = [];
  const steps: PreflightStep[] = [];
  const say = (event: RunEvent): void => listen(redactedEvent(event, redactor));
  const report = (step: PreflightStep): void => {
    const redacted = redactedValue(advised(step), redactor);
    steps.push(redacted);
    listen({ type: 'preflight', step: redacted });
  };
  const record = (event: RunEvent): void => {
    if (event.type === 'preflight') {
      report(event.step);
    } else if (event.type !== 'finding' && event.type !== 'evidence') {
      created.push(...(event.type === 'animal-created' ? [event.id] : []));
      requests += event.type === 'exchange' ? 1 : 0;
      say(event);
    }
  };
  const numbers = new ExchangeNumbers(options.maxRequests);
  const onExchange = (exchange: Exchange): void => record({ type: 'exchange', exchange, touched: [] });
  const isReached = await stoppable({ signal }, (stopped) =>
    examineInTurn({ options, tag, startedAtMs, numbers, record, onExchange, stopped }, report),
  );
  const ready = isReached && !steps.some(({ outcome }) => outcome === 'problem');
  return { steps, ready, requests, created };
}

/** Resolves with whether the preflight found the service usable: only then the keys and places are examined too. */
async function examineInTurn(parts: TargetParts, report: (step: PreflightStep) => void): Promise<boolean> {
  const { options } = parts;
  if ((await runPreflight(options, parts, planRun(options))) === null) {
    return false;
  }
  if (options.quotaKeys.length > 0 || options.revokedKey !== null) {
    const target = openTarget(parts);
    try {
      await examineKeys(target, options, report);
    } finally {
      await target.close();
    }
  }
  (await placeSteps(options, parts)).forEach(report);
  return true;
}

/** The advice for notes by step of the preflight. No note prevents a verdict. */
const advice: Readonly<Record<string, string>> = {
  reachable: 'pass the base URL up to and including its version, and serve /pets below it without a redirect',
  key: 'run the suite: it reports what is wrong with that operation',
  clock: 'synchronise both clocks (NTP), and send Date from the service',
  allowance: 'use the key for one run at a time',
  name: 'pass --name-template TEXT with {tag} in it to choose another form',
  creation: 'run the suite: it reports what is wrong with creations',
};

/** The step with advice, if it has none yet. */
function advised(step: PreflightStep): PreflightStep {
  return step.outcome === 'note' && step.remedy === null
    ? { ...step, remedy: advice[step.name] ?? null }
    : step;
}

/** Sends one request with each key besides that of the run, to test whether it is what the user states. */
async function examineKeys(
  target: Target,
  { quotaKeys, revokedKey, planLimits }: RunOptions,
  report: (step: PreflightStep) => void,
): Promise<void> {
  for (const [index, { plan, key }] of quotaKeys.entries()) {
    const number = index + 1;
    const exchange = await asked(target, bearer(key, `quota-key-${number}`, quotaKeyShownAs(number)));
    report(quotaKeyStep(`quota-key ${number}`, exchange, plan, planLimits[plan]?.perMinute));
  }
  if (revokedKey !== null) {
    const exchange = await asked(target, bearer(revokedKey, 'revoked-key', '$ANIMAL_STORE_REVOKED_KEY'));
    report(
      exchange.response?.status === 401
        ? good('revoked-key', 'refused, as required')
        : note('revoked-key', returned(exchange), 'check that it was revoked in this environment'),
    );
  }
}

function asked(target: Target, credential: Credential): Promise<Exchange> {
  return target.send(listPets({ limit: 1 }, credential), 'preflight');
}

/** @param sold the limit of the plan in requests per minute, if known */
function quotaKeyStep(name: string, exchange: Exchange, plan: Plan, sold: number | undefined): PreflightStep {
  const status = exchange.response?.status;
  if (status === 401 || status === 403) {
    const remedy = 'pass a key that is valid in this environment with --quota-key or ANIMAL_STORE_QUOTA_KEYS';
    return problem(name, `this key of the plan ${plan} is refused: ${returned(exchange)}`, remedy);
  }
  const announced = headerValue(exchange.response?.headers ?? [], 'X-RateLimit-Limit') || 'none';
  const granted = sold === undefined ? 'limits that were not passed' : `${sold} requests per minute`;
  const text = `${returned(exchange)}, X-RateLimit-Limit: ${announced.slice(0, 20)}; the plan ${plan} has ${granted}`;
  return status === 200 && announced === String(sold)
    ? good(name, `accepted, the plan ${plan}`)
    : note(name, text, 'use a dedicated key of this plan, or pass its limits with --plan-limit');
}

function returned({ response, failure }: Exchange): string {
  return failure?.detail ?? `GET /pets returned ${response?.status}`;
}
