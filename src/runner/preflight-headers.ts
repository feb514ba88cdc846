import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { numberText } from '../report/number-text.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { leavesPlenty, mostRequests, quickMs } from './ample-allowance.ts';
import type { PlannedRequests } from './run-plan.ts';

/** How far apart the clocks are, by the `Date` header: whole seconds, so that under two are as good as none. */
export function clockStep(exchange: Exchange): PreflightStep {
  const date = Date.parse(headerValue(exchange.response?.headers ?? [], 'Date') ?? '');
  if (Number.isNaN(date)) {
    return {
      name: 'clock',
      outcome: 'note',
      text: 'no Date header; the run assumes a difference of a few minutes at most',
      remedy: null,
    };
  }
  const localMs =
    Date.parse(exchange.startedAt) + ((exchange.headersAtMs ?? exchange.finishedAtMs) - exchange.sentAtMs);
  const seconds = Math.round((date - localMs) / 1000);
  if (Math.abs(seconds) <= 2) {
    return { name: 'clock', outcome: 'good', text: 'in sync with this machine', remedy: null };
  }
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return {
    name: 'clock',
    outcome: 'note',
    text: `${Math.abs(seconds)} s ${direction} this machine; the run accounts for it`,
    remedy: null,
  };
}

function wholeNumber(exchange: Exchange, name: string): number | null {
  const value = headerValue(exchange.response?.headers ?? [], name);
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Whether the allowance that the headers tell of is enough for the run, and how long its pace will make it. */
export function allowanceStep(exchange: Exchange, planned: PlannedRequests, minuteMs: number): PreflightStep {
  const limit = wholeNumber(exchange, 'X-RateLimit-Limit');
  const remaining = wholeNumber(exchange, 'X-RateLimit-Remaining');
  const reset = wholeNumber(exchange, 'X-RateLimit-Reset');
  if (limit === null || remaining === null) {
    return {
      name: 'allowance',
      outcome: 'note',
      text: 'not announced in X-RateLimit headers; the run slows down after a 429',
      remedy: null,
    };
  }
  const most =
    planned.maySendMore && leavesPlenty(limit, remaining)
      ? ` (up to ${mostRequests} if responses take at most ${quickMs} ms)`
      : '';
  const told = `${numberText(remaining)} of ${numberText(limit)} left, this run needs about ${numberText(planned.requests)}${most}`;
  const date = Date.parse(headerValue(exchange.response?.headers ?? [], 'Date') ?? '');
  const serverNowMs = Number.isNaN(date) ? Date.parse(exchange.startedAt) : date;
  const untilResetMs = reset === null ? 0 : reset * 1000 - serverNowMs;
  const isPlausible = untilResetMs > 0 && untilResetMs < 3 * 24 * 60 * minuteMs;
  if (isPlausible && untilResetMs > 15 * minuteMs && remaining < planned.requests) {
    return {
      name: 'allowance',
      outcome: 'problem',
      text: `${told}, and the limit resets only at ${new Date(Date.parse(exchange.startedAt) + untilResetMs).toISOString()}`,
      remedy: 'wait until then, use another key, or run less with --effort smoke or --only',
    };
  }
  const windows = Math.max(0, Math.ceil((planned.requests - remaining) / Math.max(1, limit)));
  const pace = windows === 0 ? '' : `, about ${Math.ceil((windows * minuteMs) / 60_000)} min of waiting`;
  return { name: 'allowance', outcome: 'good', text: `${told}${pace}`, remedy: null };
}
