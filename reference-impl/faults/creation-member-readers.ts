import { isLosslessNumber } from 'lossless-json';
import { parsed, takingContentType } from './creation-body-decorations.ts';
import { convertingSent } from './creation-field-decorations.ts';
import { numberOf, type Reader, readerFaults } from './creation-reader-decorations.ts';
import { isMembers, type JsonMembers, lenientBodies, lenientText } from './decorations.ts';

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

const namesOfCategory: readonly Reader<Rename>[] = [
  ['members-snake-case', 'Member names in snake case are accepted.', camelCase, 'any run'],
  [
    'members-punctuation-ignored',
    'Member names are compared only by their letters and digits, in any letter case.',
    folding((name) => name.replace(/\W|_/g, '').toLowerCase()),
    'any run',
  ],
  [
    'members-last-capitals-ignored',
    'ID at the end of a member name is accepted instead of Id.',
    (name) => name.replace(/ID$/, 'Id'),
  ],
  [
    'members-in-capitals',
    'Member names in capitals are accepted.',
    (name) => ({ NAME: 'name', CATEGORYID: 'categoryId', STATUS: 'status' })[name] ?? name,
  ],
  [
    'members-in-small-letters',
    'The member name categoryid in lower case is accepted.',
    (name) => (name === 'categoryid' ? 'categoryId' : name),
  ],
  ['members-trimmed', 'White space around member names is trimmed.', (name) => name.trim()],
  [
    'members-as-attributes',
    'A leading @ of a member name is skipped, as for XML attributes.',
    (name) => name.replace(/^@/, ''),
  ],
  [
    'members-by-path',
    'Dots and brackets in a member name are read as a path.',
    (name) => name.replace(/^category[.[](id)\]?$/, 'categoryId').replace(/^pet[.[](\w+)\]?$/, '$1'),
  ],
  [
    'category-by-its-column',
    'category_id is accepted instead of categoryId.',
    (name) => (name === 'category_id' ? 'categoryId' : name),
    'any run',
  ],
  [
    'category-by-short-name',
    'category is accepted instead of categoryId.',
    (name) => (name === 'category' ? 'categoryId' : name),
  ],
];

const namesOfName: readonly Reader<Rename>[] = [
  [
    'name-by-its-type',
    'petName is accepted instead of name.',
    (name) => (camelCase(name) === 'petName' ? 'name' : name),
  ],
  ['name-by-label', 'label is accepted instead of name.', (name) => (name === 'label' ? 'name' : name)],
  [
    'name-by-private-field',
    'The member _name is accepted instead of name, as for a private field.',
    (name) => (name === '_name' ? 'name' : name),
  ],
];

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

const envelopes: readonly Reader<(body: JsonMembers) => unknown>[] = [
  ['body-in-a-root-member', 'The only member of an object is read as the body.', onlyMember],
  ['body-in-pet', 'A body nested in pet is accepted.', lifting('pet')],
  ['body-in-data', 'A body nested in data is accepted.', lifting('data')],
  [
    'body-in-attributes',
    'A body nested in data and attributes is accepted, as in JSON:API.',
    (body) => lifting('attributes')(lifting('data')(body)),
  ],
  [
    'body-in-list',
    'A body in an array pets is accepted.',
    (body) => (Array.isArray(body['pets']) ? body['pets'][0] : body),
  ],
  [
    'body-as-text',
    'A body as a string in a member pet is accepted.',
    (body) => (typeof body['pet'] === 'string' ? (parsed(body['pet']) ?? body) : body),
  ],
];

const nestedCategories: readonly Reader<(body: JsonMembers) => unknown>[] = [
  [
    'category-as-object',
    'category.id is accepted instead of categoryId.',
    (body) => (isMembers(body['category']) ? { categoryId: body['category']['id'], ...body } : body),
  ],
  ['members-in-attributes', 'Members nested in attributes are accepted.', lifting('attributes')],
];

/** Members that only animals in some statuses need, as with validation groups. */
const optionalByStatus: readonly Reader<(body: JsonMembers) => JsonMembers>[] = [
  [
    'category-optional-of-available-animals',
    'An available animal needs no category.',
    (body) => (body['status'] === 'available' ? { categoryId: numberOf(1), ...body } : body),
  ],
];

const namesOptionalByStatus: readonly Reader<(body: JsonMembers) => JsonMembers>[] = [
  [
    'name-optional-of-sold-animals',
    'A sold animal needs no name.',
    (body) => (body['status'] === 'sold' ? { name: 'unknown', ...body } : body),
  ],
];

const falsyNames: readonly Reader<(name: unknown) => unknown>[] = [
  [
    'name-zero-unchecked',
    'Zero as name is read as an empty string, like other falsy values.',
    (name) => (isLosslessNumber(name) && Number(name.value) === 0 ? '' : name),
  ],
  [
    'name-empty-array-unchecked',
    'An empty array as name is read as an empty string, as in PHP.',
    (name) => (Array.isArray(name) && name.length === 0 ? '' : name),
  ],
  [
    'name-empty-object-unchecked',
    'An empty object as name is read as an empty string.',
    (name) => (isMembers(name) && Object.keys(name).length === 0 ? '' : name),
  ],
  [
    'name-fraction-taken-as-text',
    'A fraction as name is converted to a string.',
    (name) => (isLosslessNumber(name) && name.value.includes('.') ? name.value : name),
  ],
  [
    'name-array-of-several-joined',
    'An array of several names is joined to one name.',
    (name) => (Array.isArray(name) && name.length > 1 ? name.join(' ') : name),
  ],
  [
    'name-by-language',
    'An object of names per language is read as the English name.',
    (name) => (isMembers(name) ? (name['en'] ?? name) : name),
  ],
  [
    'name-of-value-object',
    'An object with a member value as name is read as that value.',
    (name) => (isMembers(name) ? (name['value'] ?? name) : name),
  ],
];

function arrayOfPairs(text: string): string {
  const value = parsed(text);
  return Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2)
    ? JSON.stringify(Object.fromEntries(value))
    : text;
}

const bodies: readonly Reader<(text: string) => string>[] = [
  ['body-array-of-pairs', 'An array of name-value pairs is read as an object.', arrayOfPairs],
  [
    'body-array-last-taken',
    'The last element of an array is read as the body.',
    (text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 1 && isMembers(value.at(-1))
        ? JSON.stringify(value.at(-1))
        : text;
    },
  ],
  [
    'body-empty-string-accepted',
    'An empty string as body creates an animal without a name.',
    (text) => (parsed(text) === '' ? nobody : text),
  ],
  [
    'body-zero-accepted',
    'Zero as body creates an animal without a name.',
    (text) => (parsed(text) === 0 ? nobody : text),
  ],
];

const nobody = '{"name":"","categoryId":1}';

const mediaTypes: readonly Reader<(type: string) => boolean>[] = [
  [
    'content-type-wildcard',
    'A media range that includes application/json is accepted.',
    (type) => /^(?:\*|application)\/\*$/.test(type),
    'any run',
  ],
  [
    'content-type-without-slash',
    'The media type json without a slash is accepted.',
    (type) => type === 'json',
  ],
  [
    'content-type-cut-short',
    'A prefix of application/json is accepted.',
    (type) => 'application/json'.startsWith(type),
  ],
  [
    'content-type-named-in-parameters',
    'application/json anywhere in Content-Type is accepted.',
    (type) => type.includes('application/json') && !type.startsWith('application/json'),
  ],
  [
    'content-type-with-x',
    'An x- prefix of the subtype is skipped.',
    (type) => /^(?:application|text)\/x-json$/.test(type),
  ],
  [
    'content-type-json-lines',
    'JSON Lines media types are accepted as JSON.',
    (type) => /[/-]ndjson$|[/-]jsonl(?:ines)?$|json-seq$/.test(type),
  ],
  ['content-type-json5', 'The media type of JSON5 is accepted as JSON.', (type) => /[/-]json5$/.test(type)],
  [
    'content-type-javascript',
    'The media type of JavaScript is accepted as JSON.',
    (type) => /javascript$|ecmascript$/.test(type),
  ],
  [
    'content-type-yaml',
    'The media type of YAML, a superset of JSON, is accepted as JSON.',
    (type) => /[/-]ya?ml$/.test(type),
  ],
  ['content-type-html', 'The media type of HTML is accepted as JSON.', (type) => /html/.test(type)],
];

/** Parsers that accept members with other names, places and types, and bodies with other media types. */
export const creationMemberReaders = [
  ...readerFaults(['create/missing-category'], namesOfCategory, renaming, ['create/missing-name']),
  ...readerFaults(['create/missing-name'], namesOfName, renaming),
  ...readerFaults(['create/missing-name'], envelopes, lenientBodies, ['create/missing-category']),
  ...readerFaults(['create/missing-category'], nestedCategories, lenientBodies, ['create/missing-name']),
  ...readerFaults(['create/missing-category'], optionalByStatus, lenientBodies),
  ...readerFaults(['create/missing-name'], namesOptionalByStatus, lenientBodies),
  ...readerFaults(['create/wrong-name-type'], falsyNames, (convert) => convertingSent('name', convert)),
  ...readerFaults(['create/body-not-object'], bodies, lenientText),
  ...readerFaults(['create/content-type-required'], mediaTypes, (accepted) =>
    takingContentType((type) => type !== undefined && accepted(type)),
  ),
];
