import type { TagSource } from '../animals/tag.ts';
import { packageVersion } from '../package-root.ts';
import { transportTo } from '../preflight/place-preflight.ts';
import { NetworkQuotaWire } from '../quota/wire/network-wire.ts';
import type { QuotaWireOptions } from '../quota/wire/wire-options.ts';
import { type RunContext, runRedactor } from '../run/open-target.ts';
import type { Secret } from '../secrets/redaction.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import type { PlanWitness } from './plan-witness.ts';

/** Data that the wires of all plans share. */
export interface PlanWireParts
  extends Omit<RunContext, 'record'>,
    Pick<QuotaWireOptions, 'timeline' | 'categoryId'> {
  readonly options: RunOptions;
  readonly tags: TagSource;
}

/** Opens what one plan is measured through, every key of the run at hand. */
export function openPlanWire(
  parts: PlanWireParts,
  witness: Pick<PlanWitness, 'see'>,
  onWait: (wait: { readonly reason: string; readonly durationMs: number }) => void,
): NetworkQuotaWire {
  const { options, tags, startedAtMs } = parts;
  return new NetworkQuotaWire({
    ...options,
    ...parts,
    version: packageVersion(),
    keys: keysOf(options),
    redactor: runRedactor(options),
    places: (options.places ?? []).map((place) => ({
      baseUrl: place.baseUrl,
      transport: transportTo(place, options.transport),
    })),
    clockOriginMs: startedAtMs,
    nextName: () => tags.plainName(),
    onExchange: witness.see,
    onWait,
  });
}

function keysOf({ apiKey, quotaKeys }: RunOptions): Map<number, Secret> {
  const given = quotaKeys.map(({ key }, entry): [number, Secret] => [
    entry + 1,
    { value: key, shownAs: quotaKeyShownAs(entry + 1) },
  ]);
  return new Map([[0, { value: apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }], ...given]);
}
