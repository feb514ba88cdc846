import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { saying } from './case-of.ts';
import { epochMs } from './trace.ts';

export const honest = 'quota/reset-honest';
export const timestamp = 'rate/reset-is-timestamp';
export const exceeded = 'quota/never-exceeded';
export const retry = 'quota/retry-after-honest';

/** What the judgement of `Reset` says, beside findings that it was given of another judge. */
export const said = saying(judgeReset);

/** A `Reset` at a moment of the timeline. */
export const at = (endMs: number) => ({ reset: (epochMs + endMs) / 1000 });
export const refused = { status: 429, remaining: 0 } as const;
export const alone = {
  [honest]:
    'no single request was sent right after the time of an X-RateLimit-Reset: run again; if the responses announce the daily limit, pass a key with more of it left',
};
export const none = { findings: [], supported: {}, undecided: alone };
