import { refusalFields } from '../refusal-fields.ts';
import { type Case, type JudgedKey, windowText } from './case.ts';
import { honest, judgePromises, longestMs, proportionate, readable } from './retry-after-promises.ts';
import { entriesOf } from './selected-entries.ts';

const present = 'quota/retry-after-present';
const noRefusal = 'no 429 was received';

/** Judges `Retry-After`: its values and whether they are correct. */
export function judgeRetryAfter(judged: Case): void {
  for (const key of judged.keys) {
    judgeLength(judged, key);
  }
  judgePromises(judged);
  const { notes, keys } = judged;
  const refused = keys.some(({ ledger }) => ledger.refusals.entries.length > 0);
  for (const requirement of [present, readable, proportionate]) {
    notes.leaveOpen(
      requirement,
      refused ? 'no 429 has a Retry-After that can be read' : noRefusal,
      'if-silent',
    );
  }
  notes.leaveOpen(
    honest,
    refused ? 'no single request was sent shortly after the time of a Retry-After' : noRefusal,
    'if-silent',
  );
}

/** Judges every 429, of any limit and any key. */
export function judgeRefusalFields({ timeline, plan, notes }: Case): void {
  for (const index of entriesOf(timeline, [0, ...plan.keys])) {
    if (timeline.status(index) === 429 && !timeline.cached(index)) {
      for (const [requirement, deviation] of refusalFields(timeline.at(index))) {
        if (deviation === null) {
          notes.support(requirement, [index]);
        } else {
          notes.flag({ requirement, ...deviation, entry: index });
        }
      }
    }
  }
  notes.leaveOpen('quota/remaining-zero', 'no 429 with rate limit headers was received', 'if-silent');
}

/** Judged on the first refusals of each series, because later ones may be a ban. */
function judgeLength(judged: Case, { ledger }: JudgedKey): void {
  const { timeline, notes, allowance } = judged;
  const { sent, answered, entries } = ledger.refusals;
  let reachMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const firstAnswerMs = answered[position] as number;
    const isFirst = (sent[position] as number) > reachMs;
    reachMs = Math.max(reachMs, firstAnswerMs + allowance.windowMs / 4);
    if (!isFirst) {
      continue;
    }
    let shortest = Number.NaN;
    let entry = entries[position] as number;
    for (let other = position; other < entries.length && other < position + 4096; other += 1) {
      const waitMs = timeline.retryAfterMs(entries[other] as number);
      if ((sent[other] as number) <= firstAnswerMs && !(waitMs >= shortest)) {
        shortest = Number.isNaN(waitMs) ? shortest : waitMs;
        entry = Number.isNaN(waitMs) ? entry : (entries[other] as number);
      }
    }
    if (shortest > longestMs(judged)) {
      flagTooLong(judged, entry, shortest);
    } else if (!Number.isNaN(shortest)) {
      notes.support(proportionate, [entry]);
    }
  }
}

function flagTooLong({ timeline, notes, plan, clock, allowance }: Case, entry: number, waitMs: number): void {
  const seconds = waitMs / 1000;
  const epoch = clock === null ? 1e9 : (timeline.answeredAtMs(entry) + clock.leastMs) / 1000;
  const likeTime = seconds > 0.5 * epoch && seconds < 2 * epoch;
  const isNumber = timeline.retryAfterForm(entry) === 'seconds';
  const likeMs =
    isNumber && !likeTime && seconds <= 2.2 * allowance.windowMs && seconds > 0.01 * allowance.windowMs;
  const mistake = likeTime ? 'unix-time' : likeMs && seconds > 300 ? 'milliseconds' : 'too-long';
  const looks = {
    'unix-time': ': it looks like a Unix time',
    milliseconds: ': it looks like milliseconds',
    'too-long': '',
  };
  notes.flag({
    requirement: proportionate,
    kind: mistake,
    message: `Retry-After asks to wait much longer than the window that is used up${looks[mistake]}`,
    expected: `about ${windowText(plan.minuteMs)} at most`,
    actual: `${Math.round(seconds)} s`,
    entry,
  });
}
