import { type Case, requests, windowText } from './case.ts';
import { entriesOf } from './key-entries.ts';

/** Why the limit was not reached: what the requests beyond those that were served came to, where they explain it. */
export function limitNotReached(judged: Case): string {
  const { keys, plan } = judged;
  const most = Math.max(0, ...keys.map(({ ledger }) => ledger.admitted.sent.length));
  const others = otherAnswers(judged);
  if (others.total > 0 && others.total >= most) {
    return `the limit was not reached: ${requests(most)} were served, of ${plan.perMinute} that the plan grants in ${windowText(plan.minuteMs)}, beside ${others.text}; measure again when the service serves its plan`;
  }
  const beside = others.total === 0 ? '' : ` (beside ${others.text})`;
  return `the limit was not reached: ${requests(most)} were served${beside}, too slowly to use up ${plan.perMinute} in ${windowText(plan.minuteMs)}${speedText(judged)}; more connections, or a nearer place to measure from, would`;
}

/** How quickly the longest burst went beside what it takes; nothing where it was one of a few requests. */
function speedText({ keys, plan, timeline }: Case): string {
  let count = 0;
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const { ledger } of keys) {
    for (const index of ledger.entries) {
      if (timeline.phase(index) === 'burst') {
        count += 1;
        fromMs = Math.min(fromMs, timeline.sentAtMs(index));
        toMs = Math.max(toMs, timeline.answeredAtMs(index));
      }
    }
  }
  const perSecond = Math.round((1000 * count) / Math.max(1, toMs - fromMs));
  const needed = Math.ceil((1000 * plan.perMinute) / plan.minuteMs);
  return count < plan.perMinute || perSecond >= needed
    ? ''
    : ` (${perSecond} a second, where it takes ${needed}; what they wait for is this machine or the service)`;
}

/** What was neither served nor what the measurement asked for: errors of the server, web pages, and no answers. */
function otherAnswers({ timeline, plan }: Case): { readonly total: number; readonly text: string } {
  const counts = new Map<string, number>();
  let total = 0;
  for (const index of entriesOf(timeline, plan.keys)) {
    const kind = kindOf(timeline.status(index), timeline.page(index));
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
    return 'answered with a web page';
  }
  if (status === 0) {
    return 'without an answer';
  }
  const isExpected = status < 300 || status === 400 || status === 404 || status === 429;
  return isExpected ? null : `answered ${status}`;
}
