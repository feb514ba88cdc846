/**
 * A deviation from one requirement, seen in one exchange.
 *
 * Findings of one requirement and `kind` are the same deviation seen again: a report shows them as one, with
 * a count and the smallest example.
 */
export interface Finding {
  /** The id of the requirement that is violated. */
  readonly requirement: string;
  /** A short, stable name of this way to violate it, e.g. `status-201`; no server text in it. */
  readonly kind: string;
  /** One sentence: what the service did. */
  readonly message: string;
  /** What the document asks for here. */
  readonly expected: string;
  /** What came. */
  readonly actual: string;
  /** The number of the exchange that shows it. */
  readonly exchange: number;
  /** Other exchanges that belong to the proof, each with its role: `control`, `creation`, `read before` … */
  readonly related: readonly RelatedExchange[];
}

/** A way in which an exchange violates a requirement, as whoever judges it says: the rest is known. */
export interface Deviation
  extends Pick<Finding, 'kind' | 'message' | 'expected' | 'actual'>,
    Partial<Pick<Finding, 'exchange' | 'related'>> {}

/** An exchange that a finding leans on. */
export interface RelatedExchange {
  readonly role: string;
  readonly exchange: number;
}
