/** The description of a phase of a measurement for users. */
interface PhaseFacts {
  /** The requirement for which, first of all, its requests are sent. */
  readonly requirement: string;
  readonly doing: string;
  /** Many requests, or a long time. Waits are reported separately. */
  readonly notable?: true;
}

/** Why a request of a measurement was sent. */
export const phases = {
  /** The first few, sequentially, to read limits and clocks. */
  calibrate: { requirement: 'quota/fully-granted', doing: 'reading the limits' },
  /** From a full quota. */
  burst: {
    requirement: 'quota/never-exceeded',
    doing: 'burst: concurrent requests up to the limit and beyond',
    notable: true,
  },
  /** Spaced, which shows a continuous refill. */
  trickle: { requirement: 'quota/window-kind', doing: 'a few requests while the quota is used up' },
  settle: { requirement: 'quota/limit-enforced', doing: 'sending until a 429 has a Retry-After' },
  neighbour: { requirement: 'quota/isolated-between-keys', doing: 'another key, while this one is used up' },
  retry: { requirement: 'quota/retry-after-honest', doing: 'the request after Retry-After' },
  spend: { requirement: 'quota/fully-granted', doing: 'as many requests as Remaining promises' },
  /** The last request of a window: if it extends the window, requests after the end show it. */
  renew: { requirement: 'quota/fully-granted', doing: 'one request later in the window' },
  reset: { requirement: 'quota/reset-honest', doing: 'the request after Reset' },
  count: { requirement: 'quota/what-counts', doing: 'whether refused requests count' },
  effect: {
    requirement: 'quota/refused-without-effect',
    doing: 'searching for animals of refused creations',
  },
  'one-at-a-time': {
    requirement: 'quota/never-exceeded',
    doing: 'again, one request at a time over many connections',
    notable: true,
  },
  'one-operation': {
    requirement: 'quota/shared-across-operations',
    doing: 'again, by one operation only',
    notable: true,
  },
  'one-place': {
    requirement: 'quota/never-exceeded',
    doing: 'again, from one place after the other',
    notable: true,
  },
  day: {
    requirement: 'quota/day-limit',
    doing: 'requests at the limit per minute, up to the daily limit',
    notable: true,
  },
  ban: { requirement: 'quota/ban', doing: 'sending on after many 429s', notable: true },
} satisfies Readonly<Record<string, PhaseFacts>>;

export type Phase = keyof typeof phases;

export function factsOf(phase: Phase): PhaseFacts {
  return phases[phase];
}
