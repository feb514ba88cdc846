import { greatest, rollups } from 'd3-array';
import { type Case, requests, windowText } from './case.ts';
import { entriesOf } from './entries.ts';

/** Why the limit was not reached: how many requests were served, and what most of the others got. */
export function limitNotReached({ keys, plan, timeline }: Case): string {
  const most = Math.max(0, ...keys.map(({ ledger }) => ledger.admitted.sent.length));
  const others = entriesOf(timeline, plan.keys)
    .map(({ status, page }) => otherAnswer(status, page))
    .filter((answer) => answer !== null);
  const [usual = ''] =
    greatest(
      rollups(others, ({ length }) => length, String),
      ([, count]) => count,
    ) ?? [];
  const beside = others.length === 0 ? '' : `, ${others.length} got mostly ${usual}`;
  return `the limit was not reached: ${requests(most)} served${beside}; the plan grants ${plan.perMinute} in ${windowText(plan.minuteMs)}: run again when all are served, and from a machine near enough to send so many in that time`;
}

/** A server error, a web page or no response; `null` for what the measurement asked for. */
function otherAnswer(status: number, page: boolean): string | null {
  if (page) {
    return 'a web page';
  }
  if (status === 0) {
    return 'no response';
  }
  const isExpected = status < 300 || status === 400 || status === 404 || status === 429;
  return isExpected ? null : `status ${status}`;
}
