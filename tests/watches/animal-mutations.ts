import type { Exchange } from '../../src/exchange/exchange.ts';
import { describeRequest } from '../../src/exchange/request-description.ts';
import { petsOf } from '../../src/history/pet.ts';
import { isInt64, isJsonObject, type JsonObject, type JsonValue, member } from '../../src/json/exact-json.ts';
import { errorBody } from '../watchers/exchanges.ts';
import {
  answered,
  changed,
  isAnswer,
  type Mutation,
  parsed,
  type Scene,
  withField,
  withJson,
} from './mutation.ts';

const isPlainName = (name: JsonValue | undefined): name is string =>
  typeof name === 'string' && /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(name) && name.length <= 40;
const isText = (name: JsonValue | undefined): name is string =>
  typeof name === 'string' && ![name].some(isPlainName) && name.isWellFormed() && name.trim() !== '';
const isPlainCategory = (category: JsonValue | undefined): category is bigint =>
  typeof category === 'bigint' && category >= 1n && category < 2n ** 31n;
const isLargeCategory = (category: JsonValue | undefined): category is bigint =>
  typeof category === 'bigint' && (category < 1n || category >= 2n ** 31n);

type Change = (animal: JsonObject, scene: Scene) => JsonValue | undefined;

/** A 201 of the run's own key that comes back otherwise. */
function echo(name: string, blames: readonly string[], change: Change): Mutation {
  return {
    name: `a new animal comes back ${name}`,
    blames,
    mutate: (scene) =>
      isAnswer(scene, 201, 'createPet') && isJsonObject(scene.json) && !scene.description.repeatsMembers
        ? withJson(scene, change(scene.json, scene))
        : null,
  };
}

const echoes = ['create/echoes-fields'];
const optional = ['create/status-optional', 'responses/schema'];
const exact = ['create/text-exact'];
const int64Exact = ['create/int64-exact'];

/** The name changed, where one of this kind was sent and the change makes another of it. */
function renamed(
  isKind: (name: JsonValue | undefined) => name is string,
  change: (name: string) => string,
): Change {
  return (animal, { sent }) => {
    const name = member(sent, 'name');
    return isKind(name) && change(name) !== name ? changed(animal, 'name', change(name)) : undefined;
  };
}

function recategorised(
  isKind: (category: JsonValue | undefined) => category is bigint,
  change: (category: bigint) => JsonValue,
): Change {
  return (animal, { sent }) => {
    const category = member(sent, 'categoryId');
    return isKind(category) && change(category) !== category && isInt64OrText(change(category))
      ? changed(animal, 'categoryId', change(category))
      : undefined;
  };
}

/** What is beyond int64 too is a matter of the schema as well. */
const isInt64OrText = (category: JsonValue) => typeof category === 'string' || isInt64(category);

const withSentStatus =
  (change: (animal: JsonObject, status: string) => JsonValue | undefined): Change =>
  (animal, { sent }) => {
    const status = member(sent, 'status');
    return typeof status === 'string' ? change(animal, status) : undefined;
  };

const escapedHtml = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rounded = (category: bigint) => BigInt(Number(category));

const creations: readonly Mutation[] = [
  echo(
    'in capitals',
    echoes,
    renamed(isPlainName, (name) => name.toUpperCase()),
  ),
  echo(
    'with its name cut short',
    echoes,
    renamed(isPlainName, (name) => name.slice(0, -1)),
  ),
  echo(
    'with the category next to its own',
    echoes,
    recategorised(isPlainCategory, (category) => category + 1n),
  ),
  echo(
    'with another status',
    echoes,
    withSentStatus((animal, status) => changed(animal, 'status', status === 'sold' ? 'pending' : 'sold')),
  ),
  echo(
    'without the status that was sent',
    echoes,
    withSentStatus((animal) => changed(animal, 'status', undefined)),
  ),
  echo('without its name', [...echoes, 'responses/schema'], (animal, { sent }) =>
    isPlainName(member(sent, 'name')) ? changed(animal, 'name', undefined) : undefined,
  ),
  echo(
    'with its category as text',
    [...echoes, 'responses/schema'],
    recategorised(isPlainCategory, (category) => `${category}`),
  ),
  echo('with a fourth status where none was sent', optional, (animal, { sent }) =>
    isJsonObject(sent) && member(sent, 'status') === undefined ? { ...animal, status: 'new' } : undefined,
  ),
  echo('with a status of null where none was sent', optional, (animal, { sent }) =>
    isJsonObject(sent) && member(sent, 'status') === undefined ? { ...animal, status: null } : undefined,
  ),
  echo(
    'in the composed normal form',
    exact,
    renamed(isText, (name) => name.normalize('NFC')),
  ),
  echo(
    'in the decomposed normal form',
    exact,
    renamed(isText, (name) => name.normalize('NFD')),
  ),
  echo(
    'trimmed',
    exact,
    renamed(isText, (name) => name.trim()),
  ),
  echo(
    'cut to 255 characters',
    exact,
    renamed(isText, (name) => name.slice(0, 255)),
  ),
  echo('with its HTML escaped', exact, renamed(isText, escapedHtml)),
  echo(
    'with a question mark for each character beyond the basic plane',
    exact,
    renamed(isText, (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ),
  echo(
    'with half of an emoji',
    exact,
    renamed(isText, (name) => name.replace(/(?<=[\ud800-\udbff])[\udc00-\udfff]/g, '')),
  ),
  echo('with a large category rounded to a double', int64Exact, recategorised(isLargeCategory, rounded)),
  echo(
    'with a large category wrapped to 32 bits',
    int64Exact,
    recategorised(isLargeCategory, (category) => BigInt.asIntN(32, category)),
  ),
  echo(
    'with the sign of its category lost',
    int64Exact,
    recategorised(isLargeCategory, (category) => (category < 0n ? -category % 2n ** 63n : category)),
  ),
  echo('without an id', ['create/assigns-id', 'responses/schema'], (animal) =>
    changed(animal, 'id', undefined),
  ),
  echo('with its id as text', ['create/assigns-id', 'responses/schema'], (animal) =>
    changed(animal, 'id', `${member(animal, 'id')}`),
  ),
  echo('with an id of null', ['create/assigns-id', 'responses/schema'], (animal) =>
    changed(animal, 'id', null),
  ),
  echo('with an id beyond int64', ['create/assigns-id', 'responses/schema'], (animal) =>
    changed(animal, 'id', 2n ** 63n),
  ),
  echo('with the id of the animal created before', ['create/unique-ids'], (animal, { before, sent }) => {
    const created = before.filter(isCreation).at(-1);
    const id = created === undefined ? undefined : member(parsed(created.response?.body), 'id');
    return id !== undefined && member(sent, 'id') === undefined ? changed(animal, 'id', id) : undefined;
  }),
  echo('with the id of an animal that a list has shown', ['create/unique-ids'], (animal, scene) => {
    const id = listedBefore(scene);
    return id !== undefined && member(scene.sent, 'id') === undefined ? changed(animal, 'id', id) : undefined;
  }),
  echo('with the id that was sent', ['create/ignores-client-id'], (animal, { sent }) => {
    const id = member(sent, 'id');
    return isInt64(id) ? changed(animal, 'id', id) : undefined;
  }),
];

/** The id of an animal of others that was in a list before the request was sent. */
function listedBefore({ exchange, before }: Scene): JsonValue | undefined {
  const known = before.filter(isCreation).map(({ response }) => member(parsed(response?.body), 'id'));
  const lists = before.filter(
    ({ request, response, failure, finishedAtMs }) =>
      describeRequest(request).operation === 'listPets' &&
      response?.status === 200 &&
      failure === null &&
      finishedAtMs < exchange.sentAtMs,
  );
  return lists
    .flatMap(({ response }) => petsOf(parsed(response?.body)))
    .map(({ id }) => id)
    .find((id) => !known.includes(id));
}

/** A creation of which the history knows which animal came of it. */
function isCreation({ request, response, failure }: Exchange): boolean {
  const sent = parsed(request.body);
  const isWhole = failure === null && response?.status === 201 && !describeRequest(request).repeatsMembers;
  return isWhole && typeof member(sent, 'name') === 'string' && member(sent, 'id') === undefined;
}

const keys: readonly Mutation[] = [
  {
    name: 'the valid key is refused for a list',
    blames: ['auth/valid-key-accepted'],
    mutate: (scene) => (isAnswer(scene, 200, 'listPets') ? refusedKey(scene) : null),
  },
  {
    name: 'the valid key is refused where an animal does not exist',
    blames: ['auth/valid-key-accepted'],
    mutate: (scene) =>
      isAnswer(scene, 404, 'getPet') && scene.exchange.request.credential === 'api-key'
        ? refusedKey(scene)
        : null,
  },
  ...(['listPets', 'createPet', 'getPet'] as const).map(
    (operation): Mutation => ({
      name: `a 401 of ${operation} carries no WWW-Authenticate`,
      blames: ['auth/challenge'],
      mutate: (scene) =>
        isAnswer(scene, 401, operation) ? withField(scene, 'WWW-Authenticate', null) : null,
    }),
  ),
];

function refusedKey(scene: Scene) {
  const [challenged] = withField(scene, 'WWW-Authenticate', 'Bearer') ?? [];
  return challenged === undefined
    ? null
    : answered({ ...scene, response: challenged.response }, { status: 401, body: errorBody(401) });
}

const created = ['get/returns-created'];
const steady = ['get/stable'];

/** A reading of an animal by its id that shows something else, and so do the later ones of the same animal. */
function reading(name: string, blames: readonly string[], change: Change): Mutation {
  return {
    name,
    blames,
    isLasting: true,
    mutate: (scene) =>
      isAnswer(scene, 200, 'getPet') && scene.description.petId !== null && isJsonObject(scene.json)
        ? withJson(scene, change(scene.json, scene))
        : null,
  };
}

/** Of an animal of the run's own: read for the first time, or again. */
const first =
  (change: Change): Change =>
  (animal, scene) =>
    scene.own !== null && scene.readBefore === 0 ? change(animal, scene) : undefined;
const again =
  (change: Change): Change =>
  (animal, scene) =>
    scene.own !== null && scene.readBefore > 0 ? change(animal, scene) : undefined;

const sentOf = ({ own }: Scene) => own?.creation?.sent;

function renamedOwn(
  isKind: (name: JsonValue | undefined) => name is string,
  change: (name: string) => string,
): Change {
  return (animal, scene) => {
    const name = sentOf(scene)?.name;
    return isKind(name) && change(name) !== name ? changed(animal, 'name', change(name)) : undefined;
  };
}

const otherStatus: Change = (animal, scene) =>
  sentOf(scene)?.status === undefined
    ? undefined
    : changed(animal, 'status', member(animal, 'status') === 'sold' ? 'pending' : 'sold');

const absent: (scene: Scene) => ReturnType<typeof answered> = (scene) =>
  answered(scene, { status: 404, body: `{"code":"error_404","message":"No.","status":404}` });

const readings: readonly Mutation[] = [
  reading('the id of an animal of others is one more', ['get/id-matches'], (animal, { own }) => {
    const id = member(animal, 'id');
    return own === null && isInt64(id) && isInt64(id + 1n) ? changed(animal, 'id', id + 1n) : undefined;
  }),
  reading('the large id of an animal of others is rounded', ['get/id-matches'], (animal, { own }) => {
    const id = member(animal, 'id');
    return own === null && isInt64(id) && isInt64(rounded(id)) && rounded(id) !== id
      ? changed(animal, 'id', rounded(id))
      : undefined;
  }),
  reading('an own animal has another id', ['get/id-matches', ...created], (animal, { own }) =>
    own !== null ? changed(animal, 'id', 2n ** 59n + 1n) : undefined,
  ),
  reading(
    'an own animal has another plain name at once',
    created,
    first(renamedOwn(isPlainName, (name) => `${name}x`)),
  ),
  reading(
    'an own animal has lost its status',
    created,
    first((animal, scene) =>
      sentOf(scene)?.status === undefined ? undefined : changed(animal, 'status', undefined),
    ),
  ),
  reading(
    'an own animal has another plain category',
    created,
    first((animal, scene) =>
      isPlainCategory(sentOf(scene)?.categoryId) ? changed(animal, 'categoryId', 99n) : undefined,
    ),
  ),
  reading(
    'an own name is stored composed',
    [...created, ...exact],
    first(renamedOwn(isText, (name) => name.normalize('NFC'))),
  ),
  reading(
    'an own name is stored without its emoji',
    [...created, ...exact],
    first(renamedOwn(isText, (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''))),
  ),
  reading(
    'an own name is stored in 255 characters',
    [...created, ...exact],
    first(renamedOwn(isText, (name) => name.slice(0, 255))),
  ),
  reading(
    'an own large category is stored as a double',
    [...created, ...int64Exact],
    first((animal, scene) => {
      const category = sentOf(scene)?.categoryId;
      return isLargeCategory(category) && isInt64(rounded(category)) && rounded(category) !== category
        ? changed(animal, 'categoryId', rounded(category))
        : undefined;
    }),
  ),
  reading(
    'an own animal has another name when read again',
    steady,
    again(renamedOwn(isPlainName, () => 'Rex')),
  ),
  reading(
    'an own odd name is trimmed when read again',
    steady,
    again(renamedOwn(isText, (name) => name.trim())),
  ),
  reading(
    'an own category is 0 when read again',
    steady,
    again((animal, scene) =>
      sentOf(scene)?.categoryId === 0n ? undefined : changed(animal, 'categoryId', 0n),
    ),
  ),
  reading('an own animal has another status at once', ['get/status-stable'], first(otherStatus)),
  reading('an own animal has another status when read again', ['get/status-stable'], again(otherStatus)),
  reading(
    'an own animal has lost its status when read again',
    ['get/status-stable'],
    again((animal, scene) =>
      sentOf(scene)?.status === undefined ? undefined : changed(animal, 'status', undefined),
    ),
  ),
  {
    name: 'an own animal is not found at once',
    blames: created,
    mutate: (scene) => (isOwnReading(scene) && scene.readBefore === 0 ? absent(scene) : null),
  },
  {
    name: 'an own animal is not found when read again',
    blames: steady,
    mutate: (scene) => (isOwnReading(scene) && scene.readBefore > 0 ? absent(scene) : null),
  },
];

function isOwnReading(scene: Scene): boolean {
  return isAnswer(scene, 200, 'getPet') && scene.own !== null;
}

/** What a service may get wrong of what it was given, and of who may ask. */
export const animalMutations: readonly Mutation[] = [...creations, ...keys, ...readings];
