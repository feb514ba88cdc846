import type { KeyLedger, Refusals } from './key-ledger.ts';
import { type Allowance, type LimiterModel, secondMs } from './limiter-model.ts';
import { FullAtOnce } from './remaining-bounds.ts';
import { type Spans, united } from './spans.ts';

/** What windows have in common, however they begin. */
export const fixedWindows: Omit<LimiterModel, 'kind' | 'explains'> = {
  announcesEnd: true,
  mostRestored: () => 0,
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => windowMs,
  remainingBound: (allowance) => new FullAtOnce(allowance.limit, allowance.windowMs - cutMs(allowance)),
};

/** What a clock of whole seconds may cut off a window, or timers add to it: of a short one, a tenth. */
export function cutMs({ windowMs, slackMs }: Allowance): number {
  return slackMs + Math.min(secondMs, windowMs / 10);
}

/** How exactly the beginning and the end of a window can be known, in ms. */
export interface WindowBlur {
  /** How far a beginning may be off either way. */
  readonly startMs: number;
  /** By how much a window may be shorter than its length. */
  readonly shorterMs: number;
}

/**
 * Moments at which no window can have begun, for more than the limit was admitted in the window that follows: from
 * so long before an answer that the window holds it, to when the first of one more than the limit was sent.
 */
export function overfullStarts(ledger: KeyLedger, allowance: Allowance, blur: WindowBlur): Spans {
  const { sent, answered } = ledger.admitted;
  const lengthMs = allowance.windowMs - blur.shorterMs;
  const spans: [number, number][] = [];
  for (let inside = allowance.limit; inside < answered.length; inside += 1) {
    const start = (answered[inside] as number) - lengthMs;
    const until = (sent[inside - allowance.limit] as number) - blur.startMs;
    const last = spans.at(-1);
    if (last !== undefined && start <= last[1]) {
      last[1] = until;
    } else if (until > start) {
      spans.push([start, until]);
    }
  }
  return spans;
}

/**
 * Moments at which no window can have begun, for a request was refused in it before it was used up; `null`
 * where no beginning at all justifies a refusal.
 */
export function unjustifiedStarts(
  ledger: KeyLedger,
  refusals: Pick<Refusals, 'sent' | 'answered'>,
  { limit }: Allowance,
  blur: WindowBlur,
): Spans | null {
  const { possible } = ledger;
  const spans: [number, number][] = [];
  for (let position = 0; position < refusals.sent.length; position += 1) {
    const before = possible.sentUpTo(refusals.answered[position] as number);
    if (before < limit) {
      return null;
    }
    const latest = possible.answeredAt(before - limit) + blur.startMs;
    const until = (refusals.sent[position] as number) - blur.startMs;
    const last = spans.at(-1);
    if (last !== undefined && latest <= last[1]) {
      last[1] = Math.max(last[1], until);
    } else if (until > latest) {
      spans.push([latest, until]);
    }
  }
  return united(spans);
}
