import fc from 'fast-check';
import {
  notObjects,
  withoutCategory,
  withoutName,
  wrongCategoryTypes,
  wrongNameTypes,
  wrongStatuses,
} from '../../src/arbitraries/broken-body.ts';
import { anyInt64, farId, int64Edges } from '../../src/arbitraries/int64.ts';
import { malformedJson } from '../../src/arbitraries/malformed-json.ts';
import { anyName, nameBounds, nameEdges, nameOf, plainName } from '../../src/arbitraries/names.ts';
import { newPet, newPetText, optionalStatus, petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { tagSource } from '../../src/history/tag.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';
import { ConformingStore, type Reply, type Traits } from './conforming-store.ts';

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
  outOfBounds: fc.constantFrom('refused', 'clamped'),
  refusesClientIds: fc.boolean(),
  moreMembers: fc.boolean(),
  seed: fc.nat(),
});

/** Makes the body of a creation around a tag. */
type MakeBody = (tag: string) => string;

/** One thing that a run asks; the store and its ids are known only when it is asked. */
export type Question =
  | { readonly ask: 'create'; readonly body: MakeBody; readonly contentType: string | null }
  | { readonly ask: 'read'; readonly id: bigint | number }
  | { readonly ask: 'list'; readonly limit: string | null; readonly status: string | null };

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

const category = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1n, 2n) },
  { weight: 1, arbitrary: fc.oneof(anyInt64, fc.constantFrom(...int64Edges)) },
);
const name = fc.oneof(
  { weight: 3, arbitrary: plainName },
  { weight: 2, arbitrary: fc.oneof(anyName, fc.constantFrom(...nameEdges)) },
);
const validBody: fc.Arbitrary<MakeBody> = fc.tuple(name, category, optionalStatus).map(
  ([shape, categoryId, status]) =>
    (tag) =>
      newPetText(newPet(nameOf(shape, tag), categoryId, status)),
);
const oddBody: fc.Arbitrary<MakeBody> = fc.oneof(
  fc.constantFrom(...nameBounds).map(
    ({ literal }) =>
      (tag: string) =>
        `{"name":${literal(tag)},"categoryId":1}`,
  ),
  farId.map((id) => (tag: string) => newPetText(newPet(`Rex ${tag}`, 1n, 'sold'), { id })),
  fc
    .constantFrom('1.0', '1e0', '10e-1')
    .map((one) => (tag: string) => `{"name":"Rex ${tag}","categoryId":${one}}`),
  fc.constant((tag: string) => newPetText(newPet(`Rex ${tag}`, 1n, 'sold'), { colour: 'black' })),
  fc.constant((tag: string) => `{"name":"Rex ${tag}","categoryId":1,"status":"sold","status":"pending"}`),
);
const brokenBody: fc.Arbitrary<MakeBody> = fc
  .tuple(
    fc.constantFrom(
      notObjects,
      wrongNameTypes,
      wrongCategoryTypes,
      wrongStatuses,
      malformedJson,
      (pet: Parameters<typeof withoutName>[0]) => [withoutName(pet), withoutCategory(pet)],
    ),
    fc.nat(),
    fc.constantFrom(...petStatuses),
  )
  .map(([make, index, status]) => (tag) => {
    const cases = make(newPet(`Rex ${tag}`, 1n, status));
    return cases[index % cases.length]?.text ?? '';
  });

const question: fc.Arbitrary<Question> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ask: fc.constant('create' as const),
      body: fc.oneof(
        { weight: 4, arbitrary: validBody },
        { weight: 1, arbitrary: oddBody },
        { weight: 1, arbitrary: brokenBody },
      ),
      contentType: fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ask: fc.constant('read' as const),
      id: fc.oneof({ weight: 5, arbitrary: fc.nat() }, { weight: 1, arbitrary: farId }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ask: fc.constant('list' as const),
      limit: fc.option(
        fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 1, max: 100 }).map(String) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('0', '-1', '101', '1000', '9223372036854775808', 'abc', '1.5', ''),
          },
        ),
      ),
      status: fc.option(
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom<string>(...petStatuses) },
          { weight: 1, arbitrary: fc.constantFrom('Sold', '', 'adopted') },
        ),
      ),
    }),
  },
);

const step: fc.Arbitrary<Step> = fc.record({
  question,
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

/** Carries a run's questions out on a conforming store: its exchanges, in the order in which they finished. */
export function carryOut(traits: Traits, steps: readonly Step[]): Exchange[] {
  const store = new ConformingStore(traits);
  const tags = tagSource(runTag, 1);
  const finished: Exchange[] = [];
  for (const [index, current] of steps.entries()) {
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
    finished.push(one);
  }
  return finished.toSorted((left, right) => left.finishedAtMs - right.finishedAtMs);
}

function shapeOf(store: ConformingStore, { question: asked, credential, fate }: Step, tag: string): Shape {
  const request = requestOf(store, asked, tag);
  const sent: Shape = { ...request.shape, credential };
  if (fate === 'never arrived') {
    return { ...sent, response: null, failure: { code: 'timeout', detail: 'no answer' } };
  }
  if (fate === 'limited') {
    return { ...sent, status: 429, answer: '' };
  }
  const reply = request.reply(credential);
  switch (fate) {
    case 'answer lost':
      return { ...sent, response: null, failure: { code: 'reset', detail: 'closed without an answer' } };
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
