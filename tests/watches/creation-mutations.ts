import type { Exchange } from '../../src/exchange/exchange.ts';
import { describeRequest } from '../../src/exchange/request-description.ts';
import { petsOf } from '../../src/history/pet.ts';
import { isInt64, isJsonObject, type JsonObject, type JsonValue, member } from '../../src/json/exact-json.ts';
import {
  type AnimalChange,
  changed,
  isAnswer,
  type Mutation,
  parsed,
  type Scene,
  withJson,
} from './mutation.ts';
import {
  cutShort,
  decomposed,
  isLargeCategory,
  isPlainCategory,
  isPlainName,
  isText,
  rounded,
} from './sent-values.ts';

/** A 201 of the run's own key that comes back otherwise. */
function echo(name: string, violates: readonly string[], change: AnimalChange): Mutation {
  return {
    name: `a new animal comes back ${name}`,
    violates,
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
): AnimalChange {
  return (animal, { sent }) => {
    const name = member(sent, 'name');
    return isKind(name) && change(name) !== name ? changed(animal, 'name', change(name)) : undefined;
  };
}

function recategorised(
  isKind: (category: JsonValue | undefined) => category is bigint,
  change: (category: bigint) => JsonValue,
): AnimalChange {
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
  (change: (animal: JsonObject, status: string) => JsonValue | undefined): AnimalChange =>
  (animal, { sent }) => {
    const status = member(sent, 'status');
    return typeof status === 'string' ? change(animal, status) : undefined;
  };

const escapedHtml = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What a service may get wrong of what it was given, in the answer to its creation. */
export const creationMutations: readonly Mutation[] = [
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
  echo('in the decomposed normal form', exact, renamed(isText, decomposed)),
  echo('cut to 255 characters', exact, renamed(isText, cutShort)),
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
