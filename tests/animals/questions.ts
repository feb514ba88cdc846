import fc from 'fast-check';
import { anyInt64, farId, int64Edges } from '../../src/arbitraries/int64.ts';
import { anyName, nameBounds, nameEdges, nameOf, plainName } from '../../src/arbitraries/names.ts';
import { newPet, newPetText, optionalStatus, petStatuses } from '../../src/arbitraries/new-pet.ts';
import { invalidCreations } from '../../suites/refused-creations.ts';

/** Makes the body of a creation around a tag. */
type MakeBody = (tag: string) => string;

/** One thing that a run asks; the store and its ids are known only when it is asked. */
export type Question =
  | { readonly ask: 'create'; readonly body: MakeBody; readonly contentType: string | null }
  | { readonly ask: 'read'; readonly id: bigint | number }
  | { readonly ask: 'read oddly'; readonly segment: string }
  | {
      readonly ask: 'another thing';
      readonly method: string;
      readonly target: string;
      /** How it is answered: the document does not say. */
      readonly status: number;
      readonly answer: string;
    }
  | { readonly ask: 'list'; readonly limit: string | null; readonly status: string | null };

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
    // A media type is no part of a body.
    fc.constantFrom(
      ...Object.entries(invalidCreations)
        .filter(([id]) => id !== 'create/content-type-required')
        .map(([, { faults }]) => faults),
    ),
    fc.nat(),
    fc.constantFrom(...petStatuses),
  )
  .map(([faults, index, status]) => (tag) => {
    const fault = faults[index % faults.length];
    return fault?.(newPet(`Rex ${tag}`, 1n, status)).text ?? '';
  });

const page = '<!doctype html><title>Not here</title>';
const anotherThing = fc
  .constantFrom(
    ['GET', '/nothing', 404, page] as const,
    ['GET', '/store/orders', 200, '{"orders":[]}'] as const,
    ['GET', '/', 302, ''] as const,
    ['HEAD', '/pets', 200, ''] as const,
    ['OPTIONS', '/pets', 204, ''] as const,
    ['DELETE', '/pets', 405, page] as const,
    ['PUT', '/pets/7', 404, ''] as const,
    ['PATCH', '/pets/7', 405, '{"title":"no"}'] as const,
  )
  .map(([method, target, status, answer]) => ({
    ask: 'another thing' as const,
    method,
    target,
    status,
    answer,
  }));

/** One thing that a run may ask. */
export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
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
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({
        ask: fc.constant('read oddly' as const),
        segment: fc.constantFrom('abc', '1.5', '9223372036854775808', '007', '-0', '+5', '1e2', 'null'),
      }),
      anotherThing,
    ),
  },
);
