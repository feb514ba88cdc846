import type { Operation } from '../../exchange/exchange.ts';
import { groupedBy } from '../../grouped-by.ts';
import type { Phase } from '../quota-wire.ts';
import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';
import type { Case } from './case.ts';
import { extentOf, saysMinute } from './entries.ts';
import { countersBy } from './key-ledger.ts';
import { allDecisions, isExplained } from './permitted-limiters.ts';
import { crossedEdge } from './window-labels.ts';

/** Why more was served than the plan grants, as far as the measurement shows. */
export interface ExcessCause {
  readonly requirement: 'quota/never-exceeded' | 'quota/limit-enforced' | 'quota/shared-across-operations';
  readonly kind: string;
  /** A sentence: the likely cause and its evidence, or the possible causes. */
  readonly text: string;
}

/** Ways in which operations may share counters. */
const dealings: readonly { readonly of: Readonly<Record<Operation, number>>; readonly text: string }[] = [
  { of: { listPets: 0, getPet: 0, createPet: 1 }, text: 'creations are not counted with the others' },
  { of: { listPets: 0, getPet: 1, createPet: 0 }, text: 'GET /pets/{petId} is not counted with the others' },
  { of: { listPets: 0, getPet: 1, createPet: 1 }, text: 'lists are not counted with the others' },
  { of: { listPets: 0, getPet: 1, createPet: 2 }, text: 'each operation has its own counter' },
];

const unknown =
  "Possible causes: a race (requests are checked before others are counted), a counter per connection, process or replica, or a limit above the plan's.";

/**
 * Names the cause that the variations after an excess distinguish from the others: by one operation only, and one
 * request at a time over many connections.
 */
export function excessCause(judged: Case): ExcessCause {
  const text = servedIn(judged, 'one-operation')?.holds === true ? countedApart(judged) : null;
  if (text !== null) {
    return {
      requirement: 'quota/shared-across-operations',
      kind: 'counter-per-operation',
      text: `Likely cause: ${text}; with lists alone, the limit holds`,
    };
  }
  const ofPlaces = countersOfPlaces(judged);
  if (ofPlaces?.kind === 'separate') {
    return exceeded('counter-per-place', ofPlaces.text);
  }
  const inTurn = servedIn(judged, 'one-at-a-time');
  if (inTurn === null) {
    return exceeded('excess', unknown);
  }
  const free = notCounted(judged);
  if (free !== null) {
    return {
      requirement: 'quota/shared-across-operations',
      kind: 'counter-per-operation',
      text: `Likely cause: ${free}; one at a time, X-RateLimit-Remaining falls with the other requests only`,
    };
  }
  const seen = `one at a time over ${inTurn.connections} connections, ${inTurn.served} of ${inTurn.sent} requests were served`;
  if (!inTurn.holds) {
    return excessInTurn(inTurn, seen);
  }
  if (ofPlaces === null && hasPlaces(judged)) {
    return exceeded(
      'excess',
      `Possible causes: a counter per place, such as one for each region, or a race; ${seen}, all of them at one place`,
    );
  }
  return mostAtOnce(judged) > 0
    ? exceeded(
        'race',
        `Likely cause: a race, in which concurrent requests are checked before the others are counted; ${seen}`,
      )
    : exceeded(
        'excess',
        `Possible causes: a window shorter than the plan's, a faster refill, a limit just above the plan's, or a race; ${seen}, so the counter is shared`,
      );
}

/**
 * Whether separate counters per operation can't be distinguished from an excess: separate counters explain all
 * decisions, and a burst of one operation, which would decide, was inconclusive.
 */
export function mayBeCountedApart(judged: Case): boolean {
  const isMade = judged.keys.some(({ ledger }) =>
    ledger.entries.some(({ phase }) => phase === 'one-operation'),
  );
  return isMade && servedIn(judged, 'one-operation') === null && countedApart(judged) !== null;
}

/** Whether requests went to several places. */
function hasPlaces({ keys }: Case): boolean {
  return keys.some(({ ledger }) => ledger.entries.some(({ place }) => place > 0));
}

type CountersOfPlaces = { readonly kind: 'separate'; readonly text: string } | { readonly kind: 'common' };

/**
 * The result of the variation by places, or `null` if it decides nothing. Separate counters: at each place alone the limit
 * holds and is reached, right after another place exhausted it. A common one leaves nothing for the next place.
 */
function countersOfPlaces(judged: Case): CountersOfPlaces | null {
  const { keys } = judged;
  const { limit, windowMs, tickMs } = judged.allowance;
  for (const { ledger } of keys) {
    const entries = ledger.entries.filter(({ phase }) => phase === 'one-place');
    const places = [...groupedBy(entries, ({ place }) => place)];
    const { fromMs, toMs } = extentOf(entries);
    const mostServed = limit + 1 + (limit / windowMs) * (toMs - fromMs + tickMs);
    const seen = places.map(([place, ofPlace]) => ({
      place,
      served: ofPlace.filter(isServed).length,
      sent: ofPlace.length,
    }));
    const keepAndReach = seen.filter(({ place, served }) => {
      const isRefused = entries.some((entry) => entry.place === place && entry.status === 429);
      return isRefused && served <= mostServed && served >= limit / 2;
    });
    const total = seen.reduce((sum, { served }) => sum + served, 0);
    const isOneWindow = toMs - fromMs <= windowMs && !crossedEdge(entries, windowMs);
    if (seen.length > 1 && isOneWindow && total <= mostServed) {
      return { kind: 'common' };
    }
    if (keepAndReach.length > 1 && keepAndReach.length === seen.length && isOneWindow) {
      const each = seen.map(({ place, served, sent }) => `${served} of ${sent} at ${placeName(place)}`);
      const text = `Likely cause: a counter per place, such as one for each region; each place alone stays within the limit, but ${each.join(', ')} were served right after each other`;
      return { kind: 'separate', text };
    }
  }
  return null;
}

function placeName(place: number): string {
  return place === 0 ? 'the base URL' : `place ${place}`;
}

/** Which operations have counters of their own, where such ones explain all that was decided. */
function countedApart({ plan, allowance, keys }: Case): string | null {
  const dealing = dealings.find(({ of }) => {
    const counters = countersBy(keys, plan, ({ operation }) => of[operation]);
    return counters.length > keys.length && isExplained(counters, allowance, allDecisions);
  });
  return dealing?.text ?? null;
}

const freeOperations: readonly { readonly operation: Operation; readonly text: string }[] = [
  { operation: 'listPets', text: 'lists are not counted' },
  { operation: 'getPet', text: 'GET /pets/{petId} is not counted' },
  { operation: 'createPet', text: 'creations are not counted' },
];
/** The number of requests of an operation that shows whether they are counted. */
const enoughOfOperation = 3;
/** The minimum share of counted requests after which `Remaining` falls: a refill hides some of them. */
const leastCounted = 0.75;

/** Which operation leaves `Remaining` as it is, one request at a time, where another one lowers it. */
function notCounted({ plan, keys }: Case): string | null {
  const steps: Record<Operation, number[]> = { listPets: [], getPet: [], createPet: [] };
  for (const { ledger } of keys) {
    const served = ledger.entries.filter(
      (entry) => entry.phase === 'one-at-a-time' && isServed(entry) && saysMinute(entry, plan),
    );
    for (const [position, entry] of served.slice(1).entries()) {
      const left = (served[position] as TimelineEntry).remaining;
      // `Remaining` does not fall below 0.
      if (left > 0) {
        steps[entry.operation].push(left - entry.remaining);
      }
    }
  }
  const isEnough = (of: readonly number[]) => of.length >= enoughOfOperation;
  const isCounted = Object.values(steps).some(
    (of) => isEnough(of) && of.filter((step) => step > 0).length >= leastCounted * of.length,
  );
  const free = freeOperations.find(({ operation }) => {
    const of = steps[operation];
    return isEnough(of) && of.every((step) => step <= 0);
  });
  return isCounted ? (free?.text ?? null) : null;
}

/** More than the limit, although no two requests overlapped. */
function excessInTurn({ counters, connections }: Variation, seen: string): ExcessCause {
  if (counters >= connections && connections > 1) {
    return exceeded('counter-per-connection', `Likely cause: each connection has its own counter; ${seen}`);
  }
  if (counters > 1) {
    return exceeded(
      'split-counter',
      `Likely cause: ${counters} separate counters, such as one for each process or replica; ${seen}`,
    );
  }
  return exceeded(
    'excess',
    `Possible causes: a limit above the plan's, or a counter per process or replica; ${seen}, so it is no race`,
  );
}

function exceeded(kind: string, text: string): ExcessCause {
  return { requirement: 'quota/never-exceeded', kind, text };
}

interface Variation {
  readonly sent: number;
  readonly served: number;
  readonly connections: number;
  /** The number of counters that `Remaining` shows; 1 if unknown. */
  readonly counters: number;
  /** Whether the limit was kept, refill allowed for. */
  readonly holds: boolean;
}

/** `null` if the variation was not sent, spans a window edge, or did not reach the limit. */
function servedIn({ keys, allowance, plan }: Case, phase: Phase): Variation | null {
  const entries = keys.flatMap(({ ledger }) => ledger.entries.filter((entry) => entry.phase === phase));
  const served = entries.filter(isServed);
  const { fromMs: firstMs, toMs: lastMs } = extentOf(entries);
  const { limit, windowMs, tickMs } = allowance;
  const holds = served.length <= limit + 1 + (limit / windowMs) * (lastMs - firstMs + tickMs);
  const isRefused = entries.some(({ status }) => status === 429);
  if (entries.length === 0 || lastMs - firstMs > windowMs || crossedEdge(served, windowMs)) {
    return null;
  }
  if (holds && (!isRefused || served.length < limit / 2)) {
    return null;
  }
  return {
    sent: entries.length,
    served: served.length,
    connections: new Set(entries.map(({ connection }) => connection)).size,
    counters: countersOf(served.filter((entry) => saysMinute(entry, plan))),
    holds,
  };
}

/** One counter announces each number once: their average repetition. */
function countersOf(served: Timeline): number {
  const figures = served.map(({ remaining }) => remaining).filter((figure) => figure > 0);
  return Math.max(1, Math.round(figures.length / Math.max(1, new Set(figures).size)));
}

/** The excess of the requests served in one burst over the limit plus the refill meanwhile. */
function mostAtOnce({ keys, allowance: { limit, windowMs, tickMs } }: Case): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const { ledger } of keys) {
    let served = 0;
    let fromMs = Number.NaN;
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const { sentAtMs, answeredAtMs, phase } of ledger.admittedEntries) {
      // The requests of one burst overlap.
      if (phase !== 'burst' || sentAtMs > lastMs) {
        served = 0;
        fromMs = sentAtMs;
      }
      served += 1;
      lastMs = Math.max(lastMs, answeredAtMs);
      most = Math.max(most, served - limit - 1 - (limit / windowMs) * (lastMs - fromMs + tickMs));
    }
  }
  return most;
}
