import { isInt64, isJsonObject, type JsonValue, member } from '../../src/json/exact-json.ts';
import {
  type AnimalChange,
  answered,
  changed,
  isAnswer,
  type Mutation,
  type Scene,
  withJson,
} from './mutation.ts';
import { cutShort, isLargeCategory, isPlainCategory, isPlainName, isText, rounded } from './sent-values.ts';

const created = ['get/returns-created'];
const steady = ['get/stable'];
const exact = ['create/text-exact'];
const int64Exact = ['create/int64-exact'];

/** A reading of an animal by its id that shows something else, and so do the later ones of the same animal. */
function reading(name: string, violates: readonly string[], change: AnimalChange): Mutation {
  return {
    name,
    violates,
    isLasting: true,
    mutate: (scene) =>
      isAnswer(scene, 200, 'getPet') && isJsonObject(scene.json)
        ? withJson(scene, change(scene.json, scene))
        : null,
  };
}

/** Of an animal of the run's own: read for the first time, or again. */
const first =
  (change: AnimalChange): AnimalChange =>
  (animal, scene) =>
    scene.own !== null && scene.readBefore === 0 ? change(animal, scene) : undefined;
const again =
  (change: AnimalChange): AnimalChange =>
  (animal, scene) =>
    scene.own !== null && scene.readBefore > 0 ? change(animal, scene) : undefined;

const sentOf = ({ own }: Scene) => own?.creation?.sent;

function renamedOwn(
  isKind: (name: JsonValue | undefined) => name is string,
  change: (name: string) => string,
): AnimalChange {
  return (animal, scene) => {
    const name = sentOf(scene)?.name;
    return isKind(name) && change(name) !== name ? changed(animal, 'name', change(name)) : undefined;
  };
}

const absent: (scene: Scene) => ReturnType<typeof answered> = (scene) =>
  answered(scene, { status: 404, body: `{"code":"error_404","message":"No.","status":404}` });

/** What a service may get wrong of an animal that it holds. */
export const readingMutations: readonly Mutation[] = [
  reading('the id of an animal of others is one more', ['get/id-matches'], (animal, { isOfOthers }) => {
    const id = member(animal, 'id');
    return isOfOthers && isInt64(id) && isInt64(id + 1n) ? changed(animal, 'id', id + 1n) : undefined;
  }),
  reading('the large id of an animal of others is rounded', ['get/id-matches'], (animal, { isOfOthers }) => {
    const id = member(animal, 'id');
    return isOfOthers && isInt64(id) && isInt64(rounded(id)) && rounded(id) !== id
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
    created,
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
    first(renamedOwn(isText, cutShort)),
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
  {
    name: 'an own animal is not found at once',
    violates: created,
    mutate: (scene) => (isOwnReading(scene) && scene.readBefore === 0 ? absent(scene) : null),
  },
  {
    name: 'an own animal is not found when read again',
    violates: steady,
    mutate: (scene) => (isOwnReading(scene) && scene.readBefore > 0 ? absent(scene) : null),
  },
];

function isOwnReading(scene: Scene): boolean {
  return isAnswer(scene, 200, 'getPet') && scene.own !== null;
}
