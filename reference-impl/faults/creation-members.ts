import { converting, isMissing, numberOf, parsed, zero } from './creation-decorations.ts';
import {
  bodyMembers,
  bodyText,
  crashing,
  isMembers,
  type JsonMembers,
  lenientBodies,
  lenientText,
  otherStatus,
} from './decorations.ts';
import { type Fault, violating } from './fault.ts';

type Rename = (name: string) => string;

/** Renames members as a mapper does; existing members win. */
function renaming(rename: Rename) {
  return lenientBodies((body) => ({
    ...Object.fromEntries(Object.entries(body).map(([name, value]) => [rename(name), value])),
    ...body,
  }));
}

function camelCase(name: string): string {
  return name.replace(/[-_.\s]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The known member whose folded name is the same. */
function folding(fold: Rename): Rename {
  return (name) => ['name', 'categoryId', 'status'].find((known) => fold(known) === fold(name)) ?? name;
}

/** Lifts the members of a nested object to the level of its parent. */
function lifting(container: string) {
  return (body: JsonMembers): JsonMembers => {
    const inner = body[container];
    return isMembers(inner) ? { ...inner, ...body } : body;
  };
}

function onlyMember(body: JsonMembers): unknown {
  const [value, ...others] = Object.values(body);
  return others.length === 0 && isMembers(value) ? value : body;
}

function arrayOfPairs(text: string): string {
  const value = parsed(text);
  return Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2)
    ? JSON.stringify(Object.fromEntries(value))
    : text;
}

const nobody = '{"name":"","categoryId":1}';

/** Parsers that accept bodies without a member, or with one under another name or in another place. */
export const creationMembers: readonly Fault[] = [
  ...violating(['create/missing-category'], 'ample-allowance').each(renaming, {
    // ID at the end of a member name is accepted instead of Id.
    'members-last-capitals-ignored': (name) => name.replace(/ID$/, 'Id'),
    'members-in-capitals': (name) =>
      ({ NAME: 'name', CATEGORYID: 'categoryId', STATUS: 'status' })[name] ?? name,
    // The member name categoryid in lower case is accepted.
    'members-in-small-letters': (name) => (name === 'categoryid' ? 'categoryId' : name),
    'members-trimmed': (name) => name.trim(),
    'members-as-attributes': (name) => name.replace(/^@/, ''),
    'members-by-path': (name) =>
      name.replace(/^category[.[](id)\]?$/, 'categoryId').replace(/^pet[.[](\w+)\]?$/, '$1'),
    'category-by-short-name': (name) => (name === 'category' ? 'categoryId' : name),
  }),
  ...violating(['create/missing-category']).each(renaming, {
    'members-snake-case': camelCase,
    // Member names are compared only by their letters and digits, in any letter case.
    'members-punctuation-ignored': folding((name) => name.replace(/\W|_/g, '').toLowerCase()),
    'category-by-its-column': (name) => (name === 'category_id' ? 'categoryId' : name),
  }),
  ...violating(['create/missing-name'], 'ample-allowance').each(renaming, {
    'name-by-its-type': (name) => (camelCase(name) === 'petName' ? 'name' : name),
    'name-by-label': (name) => (name === 'label' ? 'name' : name),
    'name-by-private-field': (name) => (name === '_name' ? 'name' : name),
  }),
  ...violating(['create/missing-name'], 'ample-allowance').each(lenientBodies, {
    'body-in-a-root-member': onlyMember,
    'body-in-pet': lifting('pet'),
    'body-in-data': lifting('data'),
    'body-in-attributes': (body) => lifting('attributes')(lifting('data')(body)),
    'body-in-list': (body) => (Array.isArray(body['pets']) ? body['pets'][0] : body),
    'body-as-text': (body) => (typeof body['pet'] === 'string' ? (parsed(body['pet']) ?? body) : body),
    'name-optional-of-sold-animals': (body) =>
      body['status'] === 'sold' ? { name: 'unknown', ...body } : body,
  }),
  ...violating(['create/missing-category'], 'ample-allowance').each(lenientBodies, {
    'category-as-object': (body) =>
      isMembers(body['category']) ? { categoryId: body['category']['id'], ...body } : body,
    'members-in-attributes': lifting('attributes'),
    'category-optional-of-available-animals': (body) =>
      body['status'] === 'available' ? { categoryId: numberOf(1), ...body } : body,
  }),
  ...violating(['create/body-not-object'], 'ample-allowance').each(lenientText, {
    'body-array-of-pairs': arrayOfPairs,
    'body-array-last-taken': (text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 1 && isMembers(value.at(-1))
        ? JSON.stringify(value.at(-1))
        : text;
    },
    'body-empty-string-accepted': (text) => (parsed(text) === '' ? nobody : text),
    'body-zero-accepted': (text) => (parsed(text) === 0 ? nobody : text),
  }),
  ...violating(['create/missing-name']).by({
    'missing-name-empty': converting('name', (name) => name ?? (name === null ? null : '')),
    'missing-name-accepted-with-status': converting('name', (name, body) =>
      name === undefined && body['status'] !== undefined ? '' : name,
    ),
    'empty-object-accepted': lenientBodies((body) =>
      Object.keys(body).length === 0 ? { name: '', categoryId: zero } : body,
    ),
    'missing-name-taken-from-title': converting('name', (name, body) => name ?? body['title']),
  }),
  ...violating(['create/missing-name', 'responses/documented-status']).by({
    'missing-name-422': otherStatus('createPet', 422, isMissing('name')),
  }),
  ...violating(['create/missing-name', 'create/missing-category']).by({
    'members-in-any-letter-case': lenientBodies((body) => {
      const { Name: name, CategoryId: categoryId, ...others } = body;
      return {
        ...(name === undefined ? {} : { name }),
        ...(categoryId === undefined ? {} : { categoryId }),
        ...others,
      };
    }),
  }),
  ...violating(['create/missing-category']).by({
    'name-alone-accepted': lenientBodies((body) =>
      Object.keys(body).join() === 'name' ? { ...body, categoryId: zero } : body,
    ),
    'missing-category-zero': converting('categoryId', (category) =>
      category === undefined ? zero : category,
    ),
    'missing-category-accepted-with-status': converting('categoryId', (category, body) =>
      category === undefined && body['status'] !== undefined ? zero : category,
    ),
    'missing-category-accepted-without-status': converting('categoryId', (category, body) =>
      category === undefined && body['status'] === undefined ? zero : category,
    ),
  }),
  ...violating(['create/missing-category', 'responses/documented-status', 'errors/no-server-error']).by({
    'missing-category-500': otherStatus('createPet', 500, isMissing('categoryId')),
  }),
  ...violating(['create/missing-name', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-object-crashes': crashing(
      'createPet',
      (request) => Object.keys(bodyMembers(request) ?? { some: 1 }).length === 0 && bodyText(request) !== '',
    ),
  }),
];
