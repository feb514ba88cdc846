import type { GeneratorState } from './generator-health.ts';

/** What decides whether the figures of a load are the service's. */
export interface LoadConduct {
  readonly mode: 'closed' | 'open';
  /** Requests a second that were to be started, or `null` in a closed loop that nothing held back. */
  readonly offeredRate: number | null;
  /** Starts that were to be made in the measured time, and those that were late or not made at all. */
  readonly intendedStarts: number;
  readonly lateStarts: number;
  readonly connections: number;
  readonly missedStarts: number;
  readonly generator: GeneratorState;
}

/** Of its starts an open loop may be late with, or miss, this share. */
const mostUnpunctual = 0.01;
/** A closed loop whose event loop is never idle gives the generator's rate, not the service's. */
const busiest = 0.98;
/** A service that answers within so many seconds needs no more connections than start in that time. */
const patienceSeconds = 1;
/** A stop of the generator for so long, in ms, is told even where it made no start late. */
const longestDelayMs = 250;

/**
 * Why the figures of a load are the generator's and not the service's, or `null` where they are the service's.
 *
 * - Open loop: more than 1 % of the starts were more than 2 ms late (the generator was too slow, or something else
 *   ran on its core), or could not be made since every connection was busy, though a service that answers within a
 *   second would have kept them busy too. CPU is no measure here: the generator spins to be punctual.
 * - Closed loop as fast as it goes: its event loop was busy for more than 98 % of the time. Answers then wait in the
 *   generator, and a faster one would have got more of them.
 * - Either: its event loop stood still for more than 250 ms in one of a hundred looks.
 */
export function invalidity(conduct: LoadConduct): string | null {
  const { mode, intendedStarts, lateStarts, missedStarts, generator } = conduct;
  if (mode === 'open' && lateStarts > mostUnpunctual * intendedStarts) {
    return `${share(lateStarts, intendedStarts)} of the starts were more than 2 ms late: the generator was too slow; lower --rate, or give it a core of its own`;
  }
  if (generator.record.eventLoopDelayP99Ms > longestDelayMs) {
    return `the generator itself stood still (event-loop delay p99 ${Math.round(generator.record.eventLoopDelayP99Ms)} ms): give it a core of its own`;
  }
  if (mode === 'open' && missedStarts > mostUnpunctual * intendedStarts && !isServiceTooSlow(conduct)) {
    return `${share(missedStarts, intendedStarts)} of the starts could not be made, since all connections were busy: allow more with --connections, or lower --rate`;
  }
  if (mode === 'closed' && conduct.offeredRate === null && generator.busyShare > busiest) {
    return `the generator was busy for ${share(generator.busyShare, 1)} of the time, so its own speed was measured and not the service's: use fewer --connections, a fixed --rate, or a faster machine`;
  }
  return null;
}

/**
 * Whether it is for the service to answer for a start that could not be made: there were connections for a second's
 * worth of starts, so answers took longer than that.
 */
export function isServiceTooSlow({
  connections,
  offeredRate,
}: Pick<LoadConduct, 'connections' | 'offeredRate'>): boolean {
  return offeredRate !== null && connections >= offeredRate * patienceSeconds;
}

function share(part: number, whole: number): string {
  return `${Math.round((part / Math.max(whole, 1e-9)) * 1000) / 10} %`;
}
