import { type Case, requests, windowText } from './case.ts';
import { entriesOf, extentOf } from './selected-entries.ts';

/** Why the limit was not reached: the results of the requests that were not served, if they explain it. */
export function limitNotReached(judged: Case): string {
  const { keys, plan } = judged;
  const most = Math.max(0, ...keys.map(({ ledger }) => ledger.admitted.sent.length));
  const others = otherAnswers(judged);
  const beside = others.total === 0 ? '' : `, ${others.text}`;
  const figures = `${requests(most)} served${beside}; the plan grants ${plan.perMinute} in ${windowText(plan.minuteMs)}`;
  const advice =
    others.total > 0 && others.total >= most
      ? '; run again when these responses are gone'
      : speedText(judged);
  return `the limit was not reached: ${figures}${advice}`;
}

/** The advice if the longest burst was slower than the limit; empty for a burst of few requests. */
function speedText({ keys, plan }: Case): string {
  const burst = keys.flatMap(({ ledger }) => ledger.entries).filter(({ phase }) => phase === 'burst');
  const count = burst.length;
  const { fromMs, toMs } = extentOf(burst);
  const perSecond = (1000 * count) / Math.max(1, toMs - fromMs);
  const needed = (1000 * plan.perMinute) / plan.minuteMs;
  return count < plan.perMinute || perSecond >= needed
    ? ''
    : `. The requests went out at ${rateText(perSecond)}, and reaching the limit takes ${rateText(needed)}: use more connections, or a machine nearer to the service`;
}

/** `12/s`, `0.5/s`. */
function rateText(perSecond: number): string {
  return `${Number(perSecond.toFixed(perSecond < 10 ? 1 : 0))}/s`;
}

/** Unexpected results: server errors, web pages, and missing responses. */
function otherAnswers({ timeline, plan }: Case): { readonly total: number; readonly text: string } {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { status, page } of entriesOf(timeline, plan.keys)) {
    const kind = kindOf(status, page);
    if (kind !== null) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      total += 1;
    }
  }
  const parts = [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, 3)
    .map(([kind, count]) => `${count} ${kind}`);
  return { total, text: parts.join(', ') };
}

function kindOf(status: number, page: boolean): string | null {
  if (page) {
    return 'web pages';
  }
  if (status === 0) {
    return 'without a response';
  }
  const isExpected = status < 300 || status === 400 || status === 404 || status === 429;
  return isExpected ? null : `with status ${status}`;
}
