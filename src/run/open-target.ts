import type { Exchange } from '../exchange/exchange.ts';
import { packageVersion } from '../package-root.ts';
import { Redactor, type Secret } from '../secrets/redaction.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import { createTarget } from '../target/create-target.ts';
import type { ExchangeNumbers } from '../target/exchange-numbers.ts';
import type { Target } from '../target/target.ts';
import { concealedIn } from '../target/transport.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** The state that all parts of a run share, besides its options. */
export interface RunContext {
  readonly tag: string;
  /** When the run began, by `performance.now()`. */
  readonly startedAtMs: number;
  readonly numbers: ExchangeNumbers;
  readonly record: (event: RunEvent) => void;
  readonly stopped: AbortSignal;
}

/** The inputs for the client of a run. */
export interface TargetParts extends RunContext {
  readonly options: RunOptions;
  readonly onExchange: (exchange: Exchange) => void;
}

/** Opens the client of a run, with redaction of its secrets and events for its waits. */
export function openTarget(parts: TargetParts): Target {
  const { options } = parts;
  return createTarget({
    ...options,
    version: packageVersion(),
    tag: parts.tag,
    numbers: parts.numbers,
    redactor: runRedactor(options),
    clockOriginMs: parts.startedAtMs,
    onExchange: parts.onExchange,
    stopped: parts.stopped,
    onWait: ({ reason, durationMs }) => parts.record({ type: 'wait', reason, durationMs }),
  });
}

/** The options of a run or a load that name secrets and addresses. */
export type SecretOptions = Pick<RunOptions, 'apiKey' | 'baseUrl' | 'transport'> &
  Partial<Pick<RunOptions, 'revokedKey' | 'quotaKeys' | 'places'>>;

const redactors = new WeakMap<SecretOptions, Redactor>();

/** Replaces the keys of a run: one for all that have to do with it, which then knows the near misses that were sent. */
export function runRedactor(options: SecretOptions): Redactor {
  const redactor =
    redactors.get(options) ??
    new Redactor(
      runSecrets(options),
      [options.baseUrl, ...(options.places ?? []).map(({ baseUrl }) => baseUrl)],
      concealedIn(options.transport?.headers ?? []),
    );
  redactors.set(options, redactor);
  return redactor;
}

export function runSecrets({ apiKey, revokedKey = null, quotaKeys = [] }: SecretOptions): Secret[] {
  return [
    { value: apiKey, shownAs: '$ANIMAL_STORE_API_KEY' },
    ...(revokedKey === null ? [] : [{ value: revokedKey, shownAs: '$ANIMAL_STORE_REVOKED_KEY' }]),
    ...quotaKeys.map(({ key }, index) => ({ value: key, shownAs: quotaKeyShownAs(index + 1) })),
  ];
}
