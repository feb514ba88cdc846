import { isLosslessNumber } from 'lossless-json';
import { parsed, takingContentType } from './creation-bodies.ts';
import { convertingName, numberOf } from './creation-decorations.ts';
import { isMembers, type JsonMembers, lenientBodies, lenientText } from './decorations.ts';
import { violating } from './fault.ts';

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

/** Accepts bodies of some media types, never without one. */
function takingType(accepted: (type: string) => boolean) {
  return takingContentType((type) => type !== undefined && accepted(type));
}

/** Parsers that accept members with other names, places and types, and bodies with other media types. */
export const creationMemberReaders = [
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
  }),
  ...violating(['create/missing-category'], 'ample-allowance').each(lenientBodies, {
    'category-as-object': (body) =>
      isMembers(body['category']) ? { categoryId: body['category']['id'], ...body } : body,
    'members-in-attributes': lifting('attributes'),
  }),
  ...violating(['create/missing-category'], 'ample-allowance').each(lenientBodies, {
    'category-optional-of-available-animals': (body) =>
      body['status'] === 'available' ? { categoryId: numberOf(1), ...body } : body,
  }),
  ...violating(['create/missing-name'], 'ample-allowance').each(lenientBodies, {
    'name-optional-of-sold-animals': (body) =>
      body['status'] === 'sold' ? { name: 'unknown', ...body } : body,
  }),
  ...violating(['create/wrong-name-type'], 'ample-allowance').each(convertingName, {
    // Zero as name is read as an empty string, like other falsy values.
    'name-zero-unchecked': (name) => (isLosslessNumber(name) && Number(name.value) === 0 ? '' : name),
    'name-empty-array-unchecked': (name) => (Array.isArray(name) && name.length === 0 ? '' : name),
    'name-empty-object-unchecked': (name) => (isMembers(name) && Object.keys(name).length === 0 ? '' : name),
    'name-fraction-taken-as-text': (name) =>
      isLosslessNumber(name) && name.value.includes('.') ? name.value : name,
    'name-array-of-several-joined': (name) =>
      Array.isArray(name) && name.length > 1 ? name.join(' ') : name,
    'name-by-language': (name) => (isMembers(name) ? (name['en'] ?? name) : name),
    'name-of-value-object': (name) => (isMembers(name) ? (name['value'] ?? name) : name),
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
  ...violating(['create/content-type-required'], 'ample-allowance').each(takingType, {
    'content-type-without-slash': (type) => type === 'json',
    'content-type-cut-short': (type) => 'application/json'.startsWith(type),
    'content-type-named-in-parameters': (type) =>
      type.includes('application/json') && !type.startsWith('application/json'),
    'content-type-with-x': (type) => /^(?:application|text)\/x-json$/.test(type),
    'content-type-json-lines': (type) => /[/-]ndjson$|[/-]jsonl(?:ines)?$|json-seq$/.test(type),
    'content-type-of-linked-data': (type) => type === 'application/ld+json',
    'content-type-of-patches': (type) => type === 'application/merge-patch+json',
    'content-type-json5': (type) => /[/-]json5$/.test(type),
    'content-type-javascript': (type) => /javascript$|ecmascript$/.test(type),
    'content-type-yaml': (type) => /[/-]ya?ml$/.test(type),
    'content-type-html': (type) => /html/.test(type),
  }),
  ...violating(['create/content-type-required']).each(takingType, {
    // A media range that includes application/json is accepted.
    'content-type-wildcard': (type) => /^(?:\*|application)\/\*$/.test(type),
  }),
];
