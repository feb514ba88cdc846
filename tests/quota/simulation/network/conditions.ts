import { between, type Random } from '../random.ts';

/** What lies between a measurement and the service it measures; times in ms. */
export interface Conditions {
  /** One way takes at least and, without a tail, at most. */
  readonly leastWayMs: number;
  readonly mostWayMs: number;
  /** The share of ways that take up to `tailMs` more. */
  readonly tailShare: number;
  readonly tailMs: number;
  /** How often the measuring process stalls, a ms, and for how long at most. */
  readonly stallsPerMs: number;
  readonly stallMs: number;
  /** How long the measuring process is busy with writing one request. */
  readonly writeMs: number;
  /** The share of requests that bring no answer, or a 500, decided on or not. */
  readonly failureShare: number;
  /** The server's clock less ours at the start, in ms since 1970. */
  readonly clockMs: number;
  /** How much quicker the server's clock goes: 0.0002 gains 12 ms a minute. */
  readonly drift: number;
  /** Requests that each key of the measurement got just before it, from an earlier run. */
  readonly usedBefore: number;
  /** Requests of others on those keys, a ms and key. */
  readonly foreignPerMs: number;
}

/** Some moment, so that windows that follow the clock begin anywhere. */
const someDayMs = Date.UTC(2026, 10, 20);

/** Conditions as they come: mostly good, at times bad, each in its own way. */
export function anyConditions(random: Random, limit: number, foreignPerSecond: number): Conditions {
  const leastWayMs = between(random, 0.25, 10);
  return {
    leastWayMs,
    mostWayMs: between(random, leastWayMs, 30),
    tailShare: random() < 0.5 ? between(random, 0, 0.03) : 0,
    tailMs: 400,
    stallsPerMs: random() < 0.5 ? between(random, 0, 1 / 3000) : 0,
    stallMs: between(random, 5, 300),
    writeMs: between(random, 0.02, 0.2),
    failureShare: random() < 0.15 ? 0.005 : 0,
    clockMs: someDayMs + between(random, 0, 86_400_000) + between(random, -30_000, 30_000),
    drift: between(random, -0.0002, 0.0002),
    usedBefore: random() < 0.15 ? Math.floor(between(random, 0, 1.3 * limit)) : 0,
    foreignPerMs: foreignPerSecond / 1000,
  };
}

/** Conditions in which nothing hides a fault: no failures, nothing used before. */
export function plainConditions(random: Random, limit: number): Conditions {
  return { ...anyConditions(random, limit, 0), failureShare: 0, usedBefore: 0 };
}

/** The service's clock at a moment of the run's. */
export function serverMs(conditions: Conditions, atMs: number): number {
  return conditions.clockMs + atMs * (1 + conditions.drift);
}
