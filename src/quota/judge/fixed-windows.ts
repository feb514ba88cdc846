import type { KeyLedger, Refusals } from './key-ledger.ts';
import { type Allowance, type LimiterModel, secondMs } from './limiter-model.ts';
import { type Spans, united } from './spans.ts';

/** The common part of windows, however they begin. */
export const fixedWindows: Omit<LimiterModel, 'kind' | 'explains'> = {
  announcesEnd: true,
  mostRestored: () => 0,
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => windowMs,
};

/** The possible error of a window by a clock of whole seconds or by timers: a tenth of a short one. */
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
 * Times at which no window can have begun, because the following window would have admitted more than the limit: from a
 * window length before a response to the sending of the first of limit + 1 requests.
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
 * Times at which no window can have begun, because it refused a request before it was exhausted; `null` if no start
 * justifies a refusal.
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
