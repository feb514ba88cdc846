import fc from 'fast-check';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { ask, type Limiter, type Ruling } from '../quota/simulation/limiters/limiter.ts';
import { answer } from './exchanges.ts';

/** A request of the run, and the number of requests by other clients before it. */
export interface LimiterStep {
  readonly gapMs: number;
  readonly foreign: number;
  readonly kind: 'served' | 'refused' | 'uncharged';
  readonly lagMs: number;
}

/** A run against a limiter: every request is decided somewhere between being sent and being answered. */
export function runLimiter(
  limiter: Limiter,
  limit: number,
  startMs: number,
  steps: readonly LimiterStep[],
): Exchange[] {
  let now = startMs;
  return steps.map(({ gapMs, foreign, kind, lagMs }, index) => {
    for (let spent = 0; spent < foreign; spent += 1) {
      ask(limiter, now + (gapMs * spent) / foreign);
    }
    const sent = now + gapMs;
    const decided = sent + lagMs / 2;
    now = sent + lagMs;
    const { admitted, remaining } = kind === 'uncharged' ? glimpse(limiter, decided) : ask(limiter, decided);
    const status = admitted ? (kind === 'served' ? 200 : 404) : 429;
    return answer(index + 1, sent, lagMs, status, limit, remaining);
  });
}

/** What a response would say, whose request is not counted in the end. */
function glimpse(limiter: Limiter, atMs: number): Pick<Ruling, 'admitted' | 'remaining'> {
  const admitted = limiter.admits(atMs);
  const { remaining } = limiter.outlook(atMs);
  return { admitted, remaining: Math.max(0, remaining - (admitted ? 1 : 0)) };
}

const pace = fc.constantFrom(0.2, 1, 5, 40, 300, 1000, 4000);
const stepsAt = (meanMs: number) =>
  fc.array(
    fc.record({
      gapMs: fc.oneof(
        { weight: 8, arbitrary: fc.double({ min: 0, max: 2 * meanMs, noNaN: true }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 1000, 15_000, 61_000) },
      ),
      foreign: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
      kind: fc.constantFrom(
        'served' as const,
        'served' as const,
        'served' as const,
        'refused' as const,
        'uncharged' as const,
      ),
      lagMs: fc.double({ min: 0.05, max: 5, noNaN: true }),
    }),
    { minLength: 20, maxLength: 250, size: 'max' },
  );
/** The requests of a run, at one of several paces. */
export const limiterTraffic = pace.chain(stepsAt);
