import fc from 'fast-check';
import { tagSource } from '../../src/animals/tag.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';
import { ConformingStore, type Reply, type Traits } from './conforming-store.ts';
import { anyQuestion, type Question } from './questions.ts';

export const runTag = 'cxqhtmw';

/** How a service may be. */
export const anyTraits: fc.Arbitrary<Traits> = fc.record({
  ids: fc.constantFrom('counting', 'random', 'huge', 'negative'),
  order: fc.constantFrom('oldest first', 'newest first', 'shuffled'),
  pageCap: fc.integer({ min: 1, max: 100 }),
  fillsInStatus: fc.constantFrom('nowhere', 'everywhere', 'in the 201', 'in readings', 'now and then'),
  changesStatuses: fc.boolean(),
  listLag: fc.constantFrom(0, 0, 3, 20),
  refusesUnknownCategories: fc.boolean(),
  refusesOddNames: fc.boolean(),
  outOfBounds: fc.constantFrom('refused', 'clamped', 'ignored'),
  refusesClientIds: fc.boolean(),
  refusesMoreMembers: fc.boolean(),
  refusesOddIntegers: fc.boolean(),
  oddIds: fc.constantFrom<Traits['oddIds'][]>(400, 404, 'read'),
  moreMembers: fc.boolean(),
  alreadyThere: fc.constantFrom(0, 0, 0, 3, 3, 110),
  seed: fc.nat(),
});

/** A service that makes nothing of its freedom. */
export const plainTraits: Traits = {
  ids: 'counting',
  order: 'oldest first',
  pageCap: 100,
  fillsInStatus: 'nowhere',
  changesStatuses: false,
  listLag: 0,
  refusesUnknownCategories: false,
  refusesOddNames: false,
  outOfBounds: 'clamped',
  refusesClientIds: false,
  refusesMoreMembers: false,
  refusesOddIntegers: false,
  oddIds: 400,
  moreMembers: false,
  alreadyThere: 3,
  seed: 0,
};

/** A question, who asks it, and what becomes of its answer on the way. */
export interface Step {
  readonly question: Question;
  readonly credential: 'api-key' | 'none' | 'invalid';
  readonly fate: 'answered' | 'answer lost' | 'cut off' | 'never arrived' | 'limited';
  /** Animals that others add before it. */
  readonly foreign: number;
  /** Asked while the one before it is still under way, and answered before that. */
  readonly overtakes: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  question: anyQuestion,
  credential: fc.oneof(
    { weight: 6, arbitrary: fc.constant('api-key' as const) },
    { weight: 1, arbitrary: fc.constantFrom('none' as const, 'invalid' as const) },
  ),
  fate: fc.oneof(
    { weight: 12, arbitrary: fc.constant('answered' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'answer lost' as const,
        'cut off' as const,
        'never arrived' as const,
        'limited' as const,
      ),
    },
  ),
  foreign: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
  ),
  overtakes: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

/** What a run asks, in order. */
export const anySteps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });

const stepMs = 10;

/** When a command runs, as positions of steps: from `start` until the service is back at `back`. */
export interface RestartSteps {
  readonly start: number;
  readonly back: number;
  /** The step before which all animals are lost, between the two; `null` for none. */
  readonly lossAt: number | null;
}

/** Carries a run's questions out on a conforming store: its exchanges, in the order in which they finished. */
export function carryOut(
  traits: Traits,
  steps: readonly Step[],
  restart: RestartSteps | null = null,
): Exchange[] {
  const store = new ConformingStore(traits);
  const tags = tagSource(runTag, 1);
  const finished: Exchange[] = [];
  for (const [index, current] of steps.entries()) {
    if (index === restart?.lossAt) {
      store.loseAll();
    }
    for (let count = 0; count < current.foreign; count += 1) {
      store.addForeign();
    }
    // Of two that are under way at once, the first is answered last.
    const delayed = steps[index + 1]?.overtakes === true;
    const one = exchange({
      number: index + 1,
      sentAtMs: (index + 1) * stepMs,
      durationMs: delayed ? 2 * stepMs : 2,
      ...shapeOf(store, current, tags.next()),
    });
    finished.push(restart === null ? one : acrossRestart(one, restart));
  }
  return finished.toSorted((left, right) => left.finishedAtMs - right.finishedAtMs);
}

/** Marked as a run across a command marks it, and every third one of the gap as a gateway responds to it. */
function acrossRestart(one: Exchange, { start, back }: RestartSteps): Exchange {
  if (one.finishedAtMs < (start + 1) * stepMs) {
    return one;
  }
  if (one.sentAtMs >= (back + 1) * stepMs) {
    return { ...one, across: 'after' };
  }
  const page = {
    status: 503,
    headers: [['Content-Type', 'text/html']] as const,
    body: '<h1>503</h1>',
    bodyBytes: 12,
  };
  const response = one.response === null ? null : { ...one.response, ...page };
  return one.number % 3 === 0 ? { ...one, across: 'during', response } : { ...one, across: 'during' };
}

function shapeOf(store: ConformingStore, { question: asked, credential, fate }: Step, tag: string): Shape {
  const request = requestOf(store, asked, tag);
  const sent: Shape = { ...request.shape, credential };
  if (fate === 'never arrived') {
    return { ...sent, response: null, failure: { code: 'timeout', detail: 'no response' } };
  }
  if (fate === 'limited') {
    return { ...sent, status: 429, answer: '' };
  }
  const reply = request.reply(credential);
  switch (fate) {
    case 'answer lost':
      return { ...sent, response: null, failure: { code: 'reset', detail: 'closed without a response' } };
    case 'cut off':
      return {
        ...sent,
        ...reply,
        answer: (reply.answer ?? '').slice(0, -1),
        failure: { code: 'truncated', detail: 'closed in the middle of the body' },
      };
    case 'answered':
      return { ...sent, ...reply };
  }
}

function requestOf(
  store: ConformingStore,
  asked: Question,
  tag: string,
): { shape: Shape; reply: (credential: Step['credential']) => Reply } {
  switch (asked.ask) {
    case 'create': {
      const body = asked.body(tag);
      return {
        shape: { method: 'POST', target: '/pets', body, sent: { 'Content-Type': asked.contentType } },
        // Without its media type a body is not read.
        reply: (credential) => store.create(asked.contentType === null ? '' : body, credential),
      };
    }
    case 'read': {
      const { ids } = store;
      const id = typeof asked.id === 'bigint' ? asked.id : (ids[asked.id % Math.max(1, ids.length)] ?? 1n);
      return { shape: { target: `/pets/${id}` }, reply: (credential) => store.read(id, credential) };
    }
    case 'read oddly':
      return {
        shape: { target: `/pets/${asked.segment}` },
        reply: (credential) => store.readOdd(asked.segment, credential),
      };
    case 'another thing':
      return {
        shape: { method: asked.method, target: asked.target },
        reply: () => ({ status: asked.status, answer: asked.answer }),
      };
    case 'list': {
      const parameters = [
        ...(asked.limit === null ? [] : [`limit=${asked.limit}`]),
        ...(asked.status === null ? [] : [`status=${asked.status}`]),
      ];
      const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
      return {
        shape: { target: `/pets${query}` },
        reply: (credential) => store.list(asked.limit, asked.status, credential),
      };
    }
  }
}
