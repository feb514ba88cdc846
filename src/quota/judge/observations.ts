import type { TimelineEntry } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { entriesOf } from './selected-entries.ts';

/** The observations on behaviour that the interface document leaves open. */
export function observe(judged: Case): void {
  observeKind(judged);
  for (const key of judged.keys) {
    observeWhatCounts(judged, key);
  }
  observeBan(judged);
}

function observeKind({ explainedBy, notes, keys }: Case): void {
  const refusal = keys.flatMap(({ ledger }) => ledger.refusals.slice(0, 1))[0];
  if (refusal === undefined) {
    notes.leaveOpen('quota/window-kind', 'no request was refused');
  } else if (explainedBy.length === 0) {
    notes.observe('quota/window-kind', 'no permitted limiter explains what was seen', [refusal]);
  } else {
    const kinds = explainedBy.map(({ kind }) => kind).join(', or a ');
    notes.observe('quota/window-kind', `consistent with a ${kinds}`, [refusal]);
  }
}

/** Whether `Remaining` falls by a response that is not a success. */
function observeWhatCounts({ notes, plan }: Case, { ledger }: JudgedKey): void {
  const { entries } = ledger;
  const seen = new Set<number>();
  for (let position = 1; position < entries.length && seen.size < 4; position += 1) {
    const before = entries[position - 1] as TimelineEntry;
    const entry = entries[position] as TimelineEntry;
    const { status } = entry;
    const tells = status >= 400 && status < 500 && status !== 401 && status !== 429 && !seen.has(status);
    const alone = before.answeredAtMs <= entry.sentAtMs;
    const step = before.remaining - entry.remaining;
    const comparable = [before, entry].every((one) => one.limit === plan.perMinute);
    if (tells && alone && comparable && (step === 0 || step === 1)) {
      seen.add(status);
      const uses = step === 1 ? 'uses' : 'does not use';
      notes.observe('quota/what-counts', `a ${status} response ${uses} quota`, [before, entry]);
    }
  }
  if (seen.size === 0) {
    notes.leaveOpen('quota/what-counts', 'no two consecutive X-RateLimit-Remaining values show it');
  }
}

function observeBan({ timeline, notes, plan }: Case): void {
  const asked = entriesOf(timeline, plan.keys).filter(({ phase }) => phase === 'ban');
  if (asked.length === 0) {
    return;
  }
  const statuses = [...new Set(asked.map(({ status }) => status))].map((status) =>
    status === 0 ? 'no response' : String(status),
  );
  const waits = asked.map(({ retryAfterMs }) => retryAfterMs).filter((wait) => !Number.isNaN(wait));
  const longest = Math.round(Math.max(0, ...waits) / 1000);
  const longestText = waits.length === 0 ? '' : `; Retry-After up to ${longest} s`;
  notes.observe(
    'quota/ban',
    `${asked.length} more requests after many 429s got ${statuses.join(', ')}${longestText}`,
    asked,
  );
}
