import type { Case } from './case.ts';
import { explainsAll } from './explanation.ts';
import { entriesOf } from './key-trace.ts';

/** What was seen where the document is silent. */
export function observe(judged: Case): void {
  observeKind(judged);
  for (const { key } of judged.keys) {
    observeWhatCounts(judged, key);
    observeBan(judged, key);
  }
}

function observeKind({ explanations, notes, keys }: Case): void {
  const kinds = explanations.filter(explainsAll).map(({ kind }) => kind);
  const refusal = keys.flatMap(({ trace }) => trace.ledger.refusals)[0];
  if (refusal === undefined) {
    notes.leaveOpen('quota/window-kind', 'no request was refused');
  } else if (kinds.length === 0) {
    notes.observe('quota/window-kind', 'no permitted limiter explains what was seen', [refusal.entry]);
  } else {
    notes.observe('quota/window-kind', `consistent with a ${kinds.join(', or a ')}`, [refusal.entry]);
  }
}

const shortOf = (status: number): string => `a ${status} answer`;

function observeWhatCounts({ timeline, notes, plan }: Case, key: number): void {
  const entries = entriesOf(timeline, [key]);
  for (let position = 1; position < entries.length; position += 1) {
    const [before, index] = [entries[position - 1] ?? 0, entries[position] ?? 0];
    const status = timeline.status(index);
    if (status < 400 || status === 401 || status === 429 || status >= 500) {
      continue;
    }
    const sequential = timeline.answeredAtMs(before) <= timeline.sentAtMs(index);
    const step = timeline.remaining(before) - timeline.remaining(index);
    const comparable =
      timeline.limit(before) === timeline.limit(index) && timeline.limit(index) === plan.perMinute;
    if (sequential && comparable && (step === 0 || step === 1)) {
      notes.observe(
        'quota/what-counts',
        `${shortOf(status)} ${step === 1 ? 'draws' : 'does not draw'} on the quota`,
        [before, index],
      );
      return;
    }
  }
  notes.leaveOpen('quota/what-counts', 'X-RateLimit-Remaining does not tell');
}

function observeBan({ timeline, notes, plan }: Case, key: number): void {
  if (!plan.probeBan) {
    return;
  }
  const entries = Array.from(entriesOf(timeline, [key])).filter((index) => timeline.phase(index) === 'ban');
  if (entries.length === 0) {
    notes.leaveOpen('quota/ban', 'nothing was asked after the refusals');
    return;
  }
  const statuses = [...new Set(entries.map(timeline.status))].map((status) =>
    status === 0 ? 'no answer' : String(status),
  );
  const waits = entries.map(timeline.retryAfterMs).filter((wait) => !Number.isNaN(wait));
  const longest = waits.length === 0 ? '' : `; Retry-After up to ${Math.round(Math.max(...waits) / 1000)} s`;
  notes.observe(
    'quota/ban',
    `${entries.length} more requests after the refusals brought ${statuses.join(', ')}${longest}`,
    entries,
  );
}
