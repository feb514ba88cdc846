/** One reading of another place's clock: requested at `sentAtMs` and received at `receivedAtMs` of the run's clock. */
export interface ClockReading {
  readonly sentAtMs: number;
  readonly theirsMs: number;
  readonly receivedAtMs: number;
}

/** Bounds of another place's clock minus the run's clock, in ms. */
export interface OffsetBounds {
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * The maximum relative drift of two clocks. Operating systems correct each by up to 500 ppm, so two differ by up to
 * twice as much.
 */
const mostDrift = 0.001;
/** The rounding error of the time of any clock in a double, in ms. */
const roundingMs = 0.001;
/** The number of readings kept of each round: the fastest ones, which bound the offset best. */
const keptOfRound = 3;

/**
 * The clock of another place. Each reading was taken at some time between request and response, so it bounds the offset
 * without assuming that both directions take equally long.
 */
export class PlaceClock {
  #readings: readonly ClockReading[] = [];
  #lastRound: readonly ClockReading[] = [];

  /** Adds the readings of one round. If earlier ones contradict each other, only the last round still counts. */
  see(round: readonly ClockReading[]): void {
    const quickest = round
      .toSorted((one, other) => durationOf(one) - durationOf(other))
      .slice(0, keptOfRound);
    const newest = this.#lastRound.at(-1)?.theirsMs ?? 0;
    const isSet = this.#readings.length > 0 && this.offsetAt(newest) === null;
    this.#readings = [...(isSet ? this.#lastRound : this.#readings), ...quickest];
    this.#lastRound = quickest;
  }

  /**
   * The bounds at a time of that clock; `null` if readings contradict each other, because a clock was set or stopped.
   */
  offsetAt(theirsMs: number): OffsetBounds | null {
    let leastMs = Number.NEGATIVE_INFINITY;
    let mostMs = Number.POSITIVE_INFINITY;
    for (const reading of this.#readings) {
      const driftMs = mostDrift * Math.abs(theirsMs - reading.theirsMs);
      leastMs = Math.max(leastMs, reading.theirsMs - reading.receivedAtMs - driftMs);
      mostMs = Math.min(mostMs, reading.theirsMs - reading.sentAtMs + driftMs);
    }
    // Readings without delay may contradict each other by what doubles round.
    return leastMs - mostMs <= roundingMs
      ? { leastMs: Math.min(leastMs, mostMs), mostMs: Math.max(leastMs, mostMs) }
      : null;
  }

  /** The estimated lead of that clock, by the fastest reading of the last round. */
  get estimateMs(): number {
    const [quickest] = this.#lastRound;
    return quickest === undefined ? 0 : quickest.theirsMs - (quickest.sentAtMs + quickest.receivedAtMs) / 2;
  }

  /** The duration of the fastest reading, in ms. */
  get quickestMs(): number {
    return Math.min(...this.#readings.map(durationOf));
  }
}

function durationOf({ sentAtMs, receivedAtMs }: ClockReading): number {
  return receivedAtMs - sentAtMs;
}

/**
 * By the run's clock: the earliest time of sending, the latest time of the response, and the sum by which both were
 * moved.
 */
export interface WidenedSpan {
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly clockMs: number;
}

/**
 * A span of another place's clock by the run's clock, wide enough to contain the true one. Everything happened between
 * order and return; if the clock contradicts itself, only that bounds the span.
 */
export function widenedSpan(
  clock: PlaceClock,
  theirs: { readonly sentAtMs: number; readonly answeredAtMs: number },
  { lentAtMs, returnedAtMs }: { readonly lentAtMs: number; readonly returnedAtMs: number },
): WidenedSpan {
  const atSending = clock.offsetAt(theirs.sentAtMs);
  const atAnswer = clock.offsetAt(theirs.answeredAtMs);
  const sentAtMs = Math.max(lentAtMs, theirs.sentAtMs - (atSending?.mostMs ?? 0));
  const answeredAtMs = Math.min(returnedAtMs, theirs.answeredAtMs - (atAnswer?.leastMs ?? 0));
  const measuredMs = theirs.answeredAtMs - theirs.sentAtMs;
  // Times that can't be between lending and return are of another clock than the readings.
  const span =
    atSending === null || atAnswer === null || sentAtMs > answeredAtMs
      ? { sentAtMs: lentAtMs, answeredAtMs: returnedAtMs }
      : { sentAtMs, answeredAtMs };
  return { ...span, clockMs: Math.max(0, span.answeredAtMs - span.sentAtMs - measuredMs) };
}
