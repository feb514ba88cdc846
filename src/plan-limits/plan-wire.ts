import type { TagSource } from '../animals/tag.ts';
import type { Exchange, RecordedResponse } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { misfit } from '../json/published-schema.ts';
import { packageVersion } from '../package-root.ts';
import { transportTo } from '../preflight/place-preflight.ts';
import type { QuotaJudgement } from '../quota/judgement.ts';
import type { Timeline } from '../quota/timeline.ts';
import { NetworkQuotaWire, type QuotaWireOptions } from '../quota/wire/network-wire.ts';
import { type RunContext, runRedactor } from '../run/open-target.ts';
import type { Secret } from '../secrets/redaction.ts';
import { animalCreated } from '../suite/answer.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { Watch } from '../watchers/watch.ts';

/** Kinds of bodies that are remembered: a service may have any number. */
const mostKinds = 8;

/** Shows the exchanges of one plan's measurement to a watch of their own and records them with what it says. */
export class PlanWitness {
  readonly #watch: Watch;
  readonly #record: (event: RunEvent) => void;
  readonly #bodies = new Map<string, number>();

  constructor(watch: Watch, record: (event: RunEvent) => void) {
    this.#watch = watch;
    this.#record = record;
  }

  readonly see = (exchange: Exchange): void => {
    const { findings, touched } = this.#watch.see(exchange);
    this.#record({ type: 'exchange', exchange, touched });
    const created = animalCreated(exchange);
    if (created !== null) {
      this.#record(created);
    }
    for (const finding of findings) {
      this.#record({ type: 'finding', finding });
    }
    this.#noteBody(exchange);
  };

  /** The kinds of bodies that 429s had, each with the exchange that showed it first. */
  get refusalBodies(): ReadonlyMap<string, number> {
    return this.#bodies;
  }

  #noteBody({ number, response, failure }: Exchange): void {
    if (response?.status === 429 && failure === null && this.#bodies.size < mostKinds) {
      const kind = describeRefusalBody(response);
      this.#bodies.set(kind, this.#bodies.get(kind) ?? number);
    }
  }
}

const longestMediaType = 60;

/** The kind of body of a 429: `an Error (application/json)`. The interface document does not specify it. */
function describeRefusalBody(response: RecordedResponse): string {
  if (response.bodyBytes === 0) {
    return 'empty';
  }
  const type = headerValue(response.headers, 'Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const shown = type === '' ? 'no Content-Type' : type.slice(0, longestMediaType);
  const json = jsonValue(response);
  if (json === undefined) {
    return `not JSON (${shown})`;
  }
  return misfit(json, 'error') === null ? `an Error (${shown})` : `JSON that is not an Error (${shown})`;
}

const requirement = 'quota/body';

/**
 * Adds to a judgement what the bodies of 429s were, which no timeline holds.
 *
 * @param bodies kinds of bodies, each with the number of an exchange
 */
export function withRefusalBodies(
  judgement: QuotaJudgement,
  bodies: ReadonlyMap<string, number>,
  timeline: Timeline,
): QuotaJudgement {
  const observed = [...bodies].map(([text, exchange]) => ({
    requirement,
    text,
    entries: timeline.filter((entry) => entry.exchange === exchange),
  }));
  return {
    ...judgement,
    observations: [...judgement.observations, ...observed],
    undecided:
      observed.length > 0
        ? judgement.undecided
        : [...judgement.undecided, { requirement, reason: 'no 429 was received' }],
  };
}

/** Data that the wires of all plans share. */
export interface PlanWireParts
  extends Omit<RunContext, 'record'>,
    Pick<QuotaWireOptions, 'timeline' | 'categoryId'> {
  readonly options: RunOptions;
  readonly tags: TagSource;
}

/** Opens the wire that measures one plan, with every key of the run. */
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
