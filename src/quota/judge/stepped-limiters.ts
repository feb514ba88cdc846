import type { Allowance } from './allowance.ts';
import type { KeyLedger, Times } from './key-ledger.ts';
import type { Counter, Demand } from './limiter-model.ts';
import { slidingLogDecides } from './sliding-log.ts';
import { tokenBucketDecides } from './token-bucket.ts';

/** Into so many equal steps a window is divided: from halves of a minute to five seconds. */
const stepCounts = [2, 3, 4, 5, 6, 10, 12];

/** What the limiters that move on in steps look at. */
type Ledger = Pick<KeyLedger, 'admitted' | 'possible' | 'refusals'>;

/** Whether a limiter, whose clock moves on by steps of so many ms, admits so much, and with `refusals` refuses so much. */
type Decides = (ledger: Ledger, allowance: Allowance, stepMs: number, refusals: boolean) => boolean;

const kinds: readonly Decides[] = [
  (ledger, allowance, _, refusals) => tokenBucketDecides(ledger, allowance, refusals),
  // What was admitted in a step is forgotten a window after that began: it counts in all steps of a window.
  (ledger, allowance, stepMs, refusals) =>
    slidingLogDecides(ledger, { ...allowance, windowMs: allowance.windowMs - stepMs / 2 }, refusals),
];

/**
 * Whether limiters explain what is demanded that move on in steps of a share of the window: a bucket that gets so many
 * tokens at once, or a log that forgets all requests of a step together. They lie between a fixed window, which is
 * one step, and a bucket or a log that moves on all the time; and are these two, asked by a clock that stands still
 * for a step. When a step begins is tried out, for each counter by itself: it is looked at only where no other
 * limiter explains what was seen.
 */
export function areExplainedInSteps(
  counters: readonly Counter[],
  allowance: Allowance,
  { refusals }: Pick<Demand, 'refusals'>,
): boolean {
  const { windowMs, slackMs, tickMs } = allowance;
  return stepCounts
    .map((count) => windowMs / count)
    .filter((stepMs) => stepMs / 2 > slackMs + tickMs)
    .some((stepMs) =>
      kinds.some((decides) =>
        counters.every(({ ledger }) =>
          hasPhase(ledger, allowance, stepMs, (...it) => decides(...it, refusals)),
        ),
      ),
    );
}

function hasPhase(
  ledger: KeyLedger,
  allowance: Allowance,
  stepMs: number,
  decides: (ledger: Ledger, allowance: Allowance, stepMs: number) => boolean,
): boolean {
  const { slackMs } = allowance;
  for (let phaseMs = 0; phaseMs < stepMs; phaseMs += slackMs) {
    // Half of this is the distance to the next phase that is tried.
    const earliest = (ms: number) => Math.floor((ms - slackMs - phaseMs) / stepMs) * stepMs;
    const latest = (ms: number) => Math.floor((ms + slackMs - phaseMs) / stepMs) * stepMs;
    const inSteps = (times: Times): Times => ({
      sent: times.sent.map(earliest),
      answered: times.answered.map(latest),
    });
    const stepped: Ledger = {
      admitted: inSteps(ledger.admitted),
      possible: ledger.possible.by(inSteps, latest),
      refusals: { ...ledger.refusals, ...inSteps(ledger.refusals) },
    };
    if (decides(stepped, allowance, stepMs)) {
      return true;
    }
  }
  return false;
}
