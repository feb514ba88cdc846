/**
 * A deviation from one requirement in one exchange.
 *
 * Findings of one requirement with the same `kind` are repetitions of one deviation: a report shows them as one, with a
 * count and the counterexample.
 */
export interface Finding {
  /** The id of the violated requirement. */
  readonly requirement: string;
  /** A short, stable name of this kind of violation, such as `status-201`, without text of the server. */
  readonly kind: string;
  /** One sentence with the behaviour of the service. */
  readonly message: string;
  /** The conforming value. */
  readonly expected: string;
  /** The received value. */
  readonly actual: string;
  /** The number of the exchange that shows it. */
  readonly exchange: number;
  /** Other exchanges that are part of the proof, with their roles: `control`, `creation`, `read before` … */
  readonly related: readonly RelatedExchange[];
}

/** A violation of a requirement by an exchange, without the data that its judge need not repeat. */
export interface Deviation
  extends Pick<Finding, 'kind' | 'message' | 'expected' | 'actual'>,
    Partial<Pick<Finding, 'exchange' | 'related'>> {}

/** An exchange that supports a finding. */
export interface RelatedExchange {
  readonly role: string;
  readonly exchange: number;
}
