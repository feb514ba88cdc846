import type { Exchange } from '../../src/exchange/exchange.ts';
import { isInt64, type JsonObject, type JsonValue, member } from '../../src/json/exact-json.ts';
import {
  answered,
  changed,
  isAnswer,
  lastChanged,
  literal,
  type Mutation,
  type Scene,
  withField,
  withJson,
} from './mutation.ts';

type Place = (scene: Scene) => boolean;

const list: Place = (scene) => isAnswer(scene, 200, 'listPets');
const creation: Place = (scene) => isAnswer(scene, 201, 'createPet');
const reading: Place = (scene) => isAnswer(scene, 200, 'getPet');
const badBody: Place = (scene) =>
  isAnswer(scene, 400, 'createPet') && scene.description.scope === 'described';
const noPet: Place = (scene) => isAnswer(scene, 404, 'getPet');
const refused: Place = ({ description, response }) =>
  response?.status === 401 &&
  description.scope !== 'silent' &&
  (description.operation !== 'getPet' || description.petId !== null);
const noKey: Place = (scene) => refused(scene) && scene.exchange.request.credential === 'none';
const badKey: Place = (scene) => refused(scene) && scene.exchange.request.credential === 'invalid';
const outside: Place = ({ description, response }) =>
  description.operation === 'listPets' &&
  typeof description.limit === 'bigint' &&
  description.scope === 'silent' &&
  (response?.status === 200 || response?.status === 400);
const malformedId: Place = ({ description, response }) =>
  description.operation === 'getPet' && description.petId === null && response !== null;
const unfiltered: Place = (scene) => list(scene) && scene.description.status === null;
/** An animal of which the run knows nothing but what it reads. */
const othersAnimal: Place = (scene) => reading(scene) && scene.isOfOthers;

function statusMutation(name: string, place: Place, status: number, body?: string): Mutation {
  return {
    name,
    violates: ['responses/documented-status'],
    mutate: (scene) =>
      place(scene) ? answered(scene, { status, ...(body === undefined ? {} : { body }) }) : null,
  };
}

const describedCreation: Place = (scene) => creation(scene) && scene.description.scope === 'described';
/** With a limit or a status out of bounds, the document does not say which statuses there are. */
const describedList: Place = (scene) => list(scene) && scene.description.scope === 'described';
const documentedStatus: readonly Mutation[] = [
  statusMutation('a creation is answered 200', describedCreation, 200),
  statusMutation('a creation is answered 202', describedCreation, 202),
  statusMutation('an invalid body is answered 422', badBody, 422),
  statusMutation('an invalid body is answered 415', badBody, 415, ''),
  statusMutation('an unknown category is answered 409', badBody, 409),
  statusMutation('a missing key is answered 403', noKey, 403),
  statusMutation('an invalid key is answered 403', badKey, 403),
  statusMutation('a missing key is answered 407', noKey, 407),
  statusMutation('an unknown animal is answered 410', noPet, 410),
  statusMutation('an unknown animal is answered 204', noPet, 204, ''),
  statusMutation('a list is answered 206', describedList, 206),
  statusMutation('a list is answered 304', describedList, 304, ''),
  statusMutation(
    'an empty filtered list is answered 204',
    (scene) => describedList(scene) && scene.description.status !== null,
    204,
    '',
  ),
  statusMutation('an animal is answered 203', reading, 203),
  statusMutation('an animal is answered by a redirection', reading, 301, ''),
];

function serverError(name: string, place: Place, status: number, violates: readonly string[]): Mutation {
  return {
    name,
    violates: ['errors/no-server-error', ...violates],
    mutate: (scene) => (place(scene) ? answered(scene, { status, body: '' }) : null),
  };
}

const described = ['responses/documented-status'];
const noServerError: readonly Mutation[] = [
  serverError('a malformed id is answered 500', malformedId, 500, []),
  serverError('an unknown animal is answered 500', noPet, 500, described),
  serverError('a list is answered 503', describedList, 503, described),
  serverError('a limit out of bounds is answered 502', outside, 502, []),
  serverError('a known method is answered 501', badBody, 501, described),
  serverError(
    'an unknown path is answered 500',
    ({ exchange }) => exchange.request.target === '/nothing',
    500,
    [],
  ),
  serverError(
    'an unsupported method is answered 599',
    ({ exchange }) => exchange.request.method === 'DELETE',
    599,
    [],
  ),
  {
    name: 'a connection is dropped twice for one request',
    violates: ['errors/no-server-error'],
    mutate: (scene) => (list(scene) ? [dropped(scene, 1), dropped(scene, 2), scene.exchange] : null),
  },
];

function dropped({ exchange }: Scene, again: number): Exchange {
  return {
    ...exchange,
    connection: 1_000 + again,
    headersAtMs: null,
    sentAtMs: exchange.sentAtMs + again / 8,
    finishedAtMs: exchange.sentAtMs + again / 8 + 0.1,
    response: null,
    failure: { code: again === 1 ? 'reset' : 'truncated', detail: 'closed without a response' },
  };
}

function inList(name: string, change: (last: JsonObject) => JsonValue | undefined): Mutation {
  return {
    name: `the last animal of a list ${name}`,
    violates: ['responses/schema'],
    mutate: (scene) => (unfiltered(scene) ? withJson(scene, lastChanged(scene.json, change)) : null),
  };
}

function inReading(
  name: string,
  change: (animal: JsonValue | undefined) => JsonObject | undefined,
): Mutation {
  return {
    name: `an animal read by its id ${name}`,
    violates: ['responses/schema'],
    mutate: (scene) => (othersAnimal(scene) ? withJson(scene, change(scene.json)) : null),
  };
}

const bigId = (value: JsonValue | undefined) => {
  const id = member(value, 'id');
  return isInt64(id) ? changed(value, 'id', id + 2n ** 64n) : undefined;
};

const schema: readonly Mutation[] = [
  inList('has a status of null', (last) => ({ ...last, status: null })),
  inList('has an empty status', (last) => ({ ...last, status: '' })),
  inList('has a status in capitals', (last) => ({ ...last, status: 'SOLD' })),
  inList('has a status as a number', (last) => ({ ...last, status: 1n })),
  inList('has its id as text', (last) => changed(last, 'id', `${member(last, 'id')}`)),
  inList('has an id beyond int64', bigId),
  inList('has no id', (last) => changed(last, 'id', undefined)),
  inList('has no name', (last) => changed(last, 'name', undefined)),
  inList('has a name of null', (last) => changed(last, 'name', null)),
  inList('has a name that is a number', (last) => changed(last, 'name', 7n)),
  inList('has no categoryId', (last) => changed(last, 'categoryId', undefined)),
  inList('has its categoryId as text', (last) => changed(last, 'categoryId', '7')),
  inList('has a categoryId with a fraction', (last) => changed(last, 'categoryId', literal('7.5'))),
  inList('has a categoryId of null', (last) => changed(last, 'categoryId', null)),
  inList('has a categoryId one beyond int64', (last) => changed(last, 'categoryId', 2n ** 63n)),
  inList('has a categoryId one below int64', (last) => changed(last, 'categoryId', -(2n ** 63n) - 1n)),
  inList('is null', () => null),
  inList('is its id alone', (last) => member(last, 'id')),
  inList('stands in an array', (last) => [last]),
  inReading('has a name of null', (animal) => changed(animal, 'name', null)),
  inReading('has no name', (animal) => changed(animal, 'name', undefined)),
  inReading('has its categoryId as text', (animal) => changed(animal, 'categoryId', '7')),
  inReading('has a category instead', (animal) => {
    const others = changed(animal, 'categoryId', undefined);
    return others === undefined ? undefined : { ...others, category: { id: 7n } };
  }),
  {
    name: 'a list stands in an envelope',
    violates: ['responses/schema', 'list/returns-pets'],
    mutate: (scene) =>
      list(scene) && scene.json !== undefined ? withJson(scene, { items: scene.json, total: 1n }) : null,
  },
  {
    name: 'an empty list is null',
    violates: ['responses/schema', 'list/returns-pets'],
    mutate: (scene) => (list(scene) ? withJson(scene, null) : null),
  },
  {
    name: 'an animal read by its id stands in an array',
    violates: ['responses/schema'],
    mutate: (scene) => (reading(scene) && scene.json !== undefined ? withJson(scene, [scene.json]) : null),
  },
];

function typeMutation(name: string, place: Place, value: string | null): Mutation {
  return {
    name,
    violates: ['responses/media-type'],
    mutate: (scene) => (place(scene) ? withField(scene, 'Content-Type', value) : null),
  };
}

function bodyMutation(name: string, place: Place, change: (body: string) => string): Mutation {
  return {
    name,
    violates: ['responses/media-type'],
    mutate: (scene) => (place(scene) ? answered(scene, { body: change(scene.response?.body ?? '') }) : null),
  };
}

const mediaType: readonly Mutation[] = [
  typeMutation('a 404 is application/problem+json', noPet, 'application/problem+json'),
  typeMutation('a 401 has no Content-Type', noKey, null),
  typeMutation('a 400 is text/json', badBody, 'text/json'),
  typeMutation('an animal is application/vnd.api+json', reading, 'application/vnd.api+json'),
  typeMutation('a new animal is application/jsonp', creation, 'application/jsonp; charset=utf-8'),
  typeMutation('an animal is text/plain; charset=utf-8', reading, 'text/plain; charset=utf-8'),
  typeMutation('a list has an empty Content-Type', list, ''),
  typeMutation('a list is text/html, then application/json', list, 'text/html, application/json'),
  {
    name: 'a 400 has a second, other Content-Type',
    violates: ['responses/media-type'],
    mutate: (scene) =>
      badBody(scene)
        ? answered(scene, {
            headers: [...(scene.response?.headers ?? []), ['content-type', 'text/html']],
          })
        : null,
  },
  bodyMutation('a list has a comma at its end', list, (body) => body.replace(/\]\s*$/, ',]')),
  bodyMutation('an animal is cut short', reading, (body) => body.slice(0, -1)),
  bodyMutation('a byte order mark precedes an animal', reading, (body) => `\ufeff${body}`),
  bodyMutation('a byte order mark precedes a 401', noKey, (body) => `\ufeff${body}`),
  bodyMutation('two JSON texts stand in one body', creation, (body) => `${body}${body}`),
  bodyMutation('a list is empty, without brackets', list, () => ''),
  bodyMutation('a new animal is not told', creation, () => ''),
  bodyMutation('an animal is written with single quotes', reading, () => "{'id': 7}"),
  bodyMutation('an animal has NaN', reading, (body) => body.replace(/\}\s*$/, ',"weight":NaN}')),
  {
    name: 'a list is not UTF-8',
    violates: ['responses/media-type'],
    mutate: (scene) => (list(scene) ? answered(scene, { utf8: false }) : null),
  },
  {
    name: 'a 404 is not UTF-8',
    violates: ['responses/media-type'],
    mutate: (scene) =>
      noPet(scene) && !scene.response?.body.startsWith('\ufeff') ? answered(scene, { utf8: false }) : null,
  },
  {
    name: 'a list is said to be compressed and is not',
    violates: ['responses/media-type'],
    mutate: (scene) => {
      const [coded] = withField(scene, 'Content-Encoding', 'gzip') ?? [];
      return coded === undefined || !list(scene)
        ? null
        : [{ ...coded, failure: { code: 'bad-content-encoding', detail: 'no gzip' } }];
    },
  },
];

/** What single answers may get wrong. */
export const answerMutations: readonly Mutation[] = [
  ...documentedStatus,
  ...noServerError,
  ...schema,
  ...mediaType,
];
