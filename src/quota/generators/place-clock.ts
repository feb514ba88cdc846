/** One reading of another place's clock: asked for at `sentAtMs` of ours, and here at `receivedAtMs`. */
export interface ClockReading {
  readonly sentAtMs: number;
  readonly theirsMs: number;
  readonly receivedAtMs: number;
}

/** Bounds of another place's clock less ours, in ms. */
export interface OffsetBounds {
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * How much quicker or slower one clock may go than the other. Operating systems correct each of them by up to 500 ppm,
 * so two differ by up to twice as much.
 */
const mostDrift = 0.001;
/** Readings that are kept of each round: the quickest ones, which bound the offset best. */
const keptOfRound = 3;

/**
 * The clock of another place. Each reading was taken at some time between asking and answer, whichever of the two ways
 * took longer: so it bounds the offset without assuming that both take as long.
 */
export class PlaceClock {
  #readings: readonly ClockReading[] = [];
  #lastRound: readonly ClockReading[] = [];

  /** Takes the readings of one round. If those before contradict each other, only the last round still counts. */
  see(round: readonly ClockReading[]): void {
    const quickest = round
      .toSorted((one, other) => durationOf(one) - durationOf(other))
      .slice(0, keptOfRound);
    const newest = this.#lastRound.at(-1)?.theirsMs ?? 0;
    const isSet = this.#readings.length > 0 && this.offsetAt(newest) === null;
    this.#readings = [...(isSet ? this.#lastRound : this.#readings), ...quickest];
    this.#lastRound = quickest;
  }

  /** The bounds at a time of theirs; `null` if readings contradict each other, because a clock was set or stood still. */
  offsetAt(theirsMs: number): OffsetBounds | null {
    let leastMs = Number.NEGATIVE_INFINITY;
    let mostMs = Number.POSITIVE_INFINITY;
    for (const reading of this.#readings) {
      const driftMs = mostDrift * Math.abs(theirsMs - reading.theirsMs);
      leastMs = Math.max(leastMs, reading.theirsMs - reading.receivedAtMs - driftMs);
      mostMs = Math.min(mostMs, reading.theirsMs - reading.sentAtMs + driftMs);
    }
    return leastMs <= mostMs ? { leastMs, mostMs } : null;
  }

  /** About what their clock is ahead, by the quickest reading of the last round. */
  get estimateMs(): number {
    const [quickest] = this.#lastRound;
    return quickest === undefined ? 0 : quickest.theirsMs - (quickest.sentAtMs + quickest.receivedAtMs) / 2;
  }

  /** The shortest time that a reading took, in ms. */
  get quickestMs(): number {
    return Math.min(...this.#readings.map(durationOf));
  }
}

function durationOf({ sentAtMs, receivedAtMs }: ClockReading): number {
  return receivedAtMs - sentAtMs;
}

/** Our time of sending at the earliest, of the answer at the latest, and what both together were moved by. */
export interface WidenedSpan {
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly clockMs: number;
}

/**
 * A span of another place's clock by ours, so wide that the true one surely lies within it. Everything happened between
 * lending and return; that alone holds where the clock contradicts itself.
 */
export function widenedSpan(
  clock: PlaceClock,
  theirs: { readonly sentAtMs: number; readonly answeredAtMs: number },
  { lentAtMs, returnedAtMs }: { readonly lentAtMs: number; readonly returnedAtMs: number },
): WidenedSpan {
  const atSending = clock.offsetAt(theirs.sentAtMs);
  const atAnswer = clock.offsetAt(theirs.answeredAtMs);
  const measuredMs = theirs.answeredAtMs - theirs.sentAtMs;
  if (atSending === null || atAnswer === null) {
    return { sentAtMs: lentAtMs, answeredAtMs: returnedAtMs, clockMs: returnedAtMs - lentAtMs - measuredMs };
  }
  const sentAtMs = Math.max(lentAtMs, theirs.sentAtMs - atSending.mostMs);
  const answeredAtMs = Math.min(returnedAtMs, theirs.answeredAtMs - atAnswer.leastMs);
  return { sentAtMs, answeredAtMs, clockMs: Math.max(0, answeredAtMs - sentAtMs - measuredMs) };
}
