import type { RequirementId } from '../../suites/requirements.ts';
import type { TagSource } from '../history/tag.ts';
import { packageVersion } from '../package-root.ts';
import { transportTo } from '../preflight/place-preflight.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import type { Phase } from '../quota/timeline.ts';
import { NetworkQuotaWire } from '../quota/wire/network-wire.ts';
import type { TimelineWriter } from '../quota/wire/timeline-writer.ts';
import type { ExchangeNumbers, QuotaKey } from '../quota/wire/wire-options.ts';
import { runRedactor } from '../run/open-target.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import type { PlanWitness } from './plan-witness.ts';

/** Data that the wires of all plans share. */
export interface PlanWireParts {
  readonly options: RunOptions;
  readonly tag: string;
  /** When the run began, by `performance.now()`. */
  readonly startedAtMs: number;
  readonly tags: TagSource;
  readonly numbers: ExchangeNumbers;
  readonly timelineWriter: TimelineWriter;
  /** An accepted category, or `null` if none is known or nothing may be created. */
  readonly categoryId: bigint | null;
}

/** Opens what one plan is measured through, every key of the run at hand. */
export function openPlanWire(
  { plan }: PlanUnderTest,
  parts: PlanWireParts,
  witness: Pick<PlanWitness, 'see'>,
  onWait: (wait: { readonly reason: string; readonly durationMs: number }) => void,
): NetworkQuotaWire {
  const { options, tags, startedAtMs } = parts;
  return new NetworkQuotaWire({
    ...options,
    ...parts,
    plan,
    version: packageVersion(),
    keys: keysOf(options),
    redactor: runRedactor(options),
    places: (options.places ?? []).map((place) => ({
      baseUrl: place.baseUrl,
      transport: transportTo(place, options.transport),
    })),
    clockOriginMs: startedAtMs,
    nextName: () => tags.plainName(),
    check: (phase) => checks[phase],
    onExchange: witness.see,
    onWait,
  });
}

function keysOf({ apiKey, quotaKeys }: RunOptions): Map<number, QuotaKey> {
  const given = quotaKeys.map(({ key }, index): [number, QuotaKey] => [
    index + 1,
    { key, shownAs: quotaKeyShownAs(index + 1) },
  ]);
  return new Map([[0, { key: apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }], ...given]);
}

/** The requirement for which, first of all, a request of a phase is sent. */
const checks: Readonly<Record<Phase, RequirementId>> = {
  calibrate: 'quota/fully-granted',
  burst: 'quota/never-exceeded',
  trickle: 'quota/window-kind',
  settle: 'quota/limit-enforced',
  neighbour: 'quota/isolated-between-keys',
  retry: 'quota/retry-after-honest',
  spend: 'quota/fully-granted',
  renew: 'quota/fully-granted',
  reset: 'quota/reset-honest',
  count: 'quota/what-counts',
  effect: 'quota/refused-without-effect',
  'one-at-a-time': 'quota/never-exceeded',
  'one-operation': 'quota/shared-across-operations',
  'one-place': 'quota/never-exceeded',
  day: 'quota/day-limit',
  ban: 'quota/ban',
};
