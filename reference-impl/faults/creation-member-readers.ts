import { isLosslessNumber } from 'lossless-json';
import { parsed, takingContentType } from './creation-body-decorations.ts';
import { convertingSent } from './creation-field-decorations.ts';
import { type Reader, readerFaults } from './creation-reader-decorations.ts';
import { isMembers, type JsonMembers, lenientBodies, lenientText } from './decorations.ts';

type Rename = (name: string) => string;

/** Members under the names that a mapper gives them; one that is there already stays. */
function renaming(rename: Rename) {
  return lenientBodies((body) => ({
    ...Object.fromEntries(Object.entries(body).map(([name, value]) => [rename(name), value])),
    ...body,
  }));
}

function camelCase(name: string): string {
  return name.replace(/[-_.\s]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The member whose name is the same where `fold` makes both alike. */
function folding(fold: Rename): Rename {
  return (name) => ['name', 'categoryId', 'status'].find((known) => fold(known) === fold(name)) ?? name;
}

const namesOfCategory: readonly Reader<Rename>[] = [
  ['members-snake-case', 'Members in snake case are taken for those in camel case.', camelCase, 'any run'],
  [
    'members-punctuation-ignored',
    'Names of members are compared by their letters.',
    folding((name) => name.replace(/\W|_/g, '').toLowerCase()),
    'any run',
  ],
  [
    'members-last-capitals-ignored',
    'The capitals of an abbreviation in a name may be one or all.',
    (name) => name.replace(/ID$/, 'Id'),
  ],
  [
    'members-in-capitals',
    'Names of members are taken in capitals too.',
    (name) => ({ NAME: 'name', CATEGORYID: 'categoryId', STATUS: 'status' })[name] ?? name,
  ],
  [
    'members-in-small-letters',
    'Names of members are taken in small letters too.',
    (name) => (name === 'categoryid' ? 'categoryId' : name),
  ],
  ['members-trimmed', 'Blanks around the name of a member are ignored.', (name) => name.trim()],
  [
    'members-as-attributes',
    'An at sign in front of a name is skipped, as of attributes of XML.',
    (name) => name.replace(/^@/, ''),
  ],
  [
    'members-by-path',
    'Points and brackets in a name lead to the member.',
    (name) => name.replace(/^category[.[](id)\]?$/, 'categoryId').replace(/^pet[.[](\w+)\]?$/, '$1'),
  ],
  [
    'category-by-its-column',
    'The category may have the name of its column.',
    (name) => (name === 'category_id' ? 'categoryId' : name),
    'any run',
  ],
  [
    'category-by-short-name',
    'The category is taken from a member category.',
    (name) => (name === 'category' ? 'categoryId' : name),
  ],
];

const namesOfName: readonly Reader<Rename>[] = [
  [
    'name-by-its-type',
    'The name is taken from petName too.',
    (name) => (camelCase(name) === 'petName' ? 'name' : name),
  ],
  ['name-by-label', 'The name is taken from a member label.', (name) => (name === 'label' ? 'name' : name)],
  [
    'name-by-private-field',
    'An underscore in front of name is skipped, as of a private field.',
    (name) => (name === '_name' ? 'name' : name),
  ],
];

/** The members of an object that stand inside another one, on the same level as its own. */
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
  ['body-in-a-root-member', 'Of an object with one member that one is read.', onlyMember],
  ['body-in-pet', 'The body may stand in a member pet.', lifting('pet')],
  ['body-in-data', 'The body may stand in a member data.', lifting('data')],
  [
    'body-in-attributes',
    'The body may stand in data and attributes, as resources of JSON:API do.',
    (body) => lifting('attributes')(lifting('data')(body)),
  ],
  [
    'body-in-list',
    'The body may stand in a list of pets.',
    (body) => (Array.isArray(body['pets']) ? body['pets'][0] : body),
  ],
  [
    'body-as-text',
    'The body may be text in a member pet.',
    (body) => (typeof body['pet'] === 'string' ? (parsed(body['pet']) ?? body) : body),
  ],
];

const nestedCategories: readonly Reader<(body: JsonMembers) => unknown>[] = [
  [
    'category-as-object',
    'The category may be an object with its id.',
    (body) => (isMembers(body['category']) ? { categoryId: body['category']['id'], ...body } : body),
  ],
  ['members-in-attributes', 'Members may stand in an object attributes.', lifting('attributes')],
];

const falsyNames: readonly Reader<(name: unknown) => unknown>[] = [
  [
    'name-zero-unchecked',
    'Zero as name passes as an empty one, as what is false in a condition does.',
    (name) => (isLosslessNumber(name) && Number(name.value) === 0 ? '' : name),
  ],
  [
    'name-empty-array-unchecked',
    'An empty array as name passes as an empty one, as in PHP.',
    (name) => (Array.isArray(name) && name.length === 0 ? '' : name),
  ],
  [
    'name-empty-object-unchecked',
    'An empty object as name passes as an empty one.',
    (name) => (isMembers(name) && Object.keys(name).length === 0 ? '' : name),
  ],
  [
    'name-fraction-taken-as-text',
    'A fraction as name is taken as text.',
    (name) => (isLosslessNumber(name) && name.value.includes('.') ? name.value : name),
  ],
  [
    'name-array-of-several-joined',
    'Of several names in an array one is made.',
    (name) => (Array.isArray(name) && name.length > 1 ? name.join(' ') : name),
  ],
  [
    'name-by-language',
    'Of an object of names by language the English one is taken.',
    (name) => (isMembers(name) ? (name['en'] ?? name) : name),
  ],
  [
    'name-of-value-object',
    'Of an object with a value that one is taken as the name.',
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
  [
    'body-array-of-pairs',
    'An array of names with values is read as an object, as maps are made.',
    arrayOfPairs,
  ],
  [
    'body-array-last-taken',
    'Of an array of several the last element is taken as the body.',
    (text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 1 && isMembers(value.at(-1))
        ? JSON.stringify(value.at(-1))
        : text;
    },
  ],
  [
    'body-empty-string-accepted',
    'An empty string as body is an animal without a name.',
    (text) => (parsed(text) === '' ? nobody : text),
  ],
  [
    'body-zero-accepted',
    'Zero as body is an animal without a name.',
    (text) => (parsed(text) === 0 ? nobody : text),
  ],
];

const nobody = '{"name":"","categoryId":1}';

const mediaTypes: readonly Reader<(type: string) => boolean>[] = [
  [
    'content-type-wildcard',
    'A range of media types that holds application/json is taken as that.',
    (type) => /^(?:\*|application)\/\*$/.test(type),
    'any run',
  ],
  [
    'content-type-without-slash',
    'A media type without a slash is taken for the one that ends so.',
    (type) => type === 'json',
  ],
  [
    'content-type-cut-short',
    'A media type is compared with as many letters as it has.',
    (type) => 'application/json'.startsWith(type),
  ],
  [
    'content-type-named-in-parameters',
    'application/json is looked for anywhere in the field.',
    (type) => type.includes('application/json') && !type.startsWith('application/json'),
  ],
  [
    'content-type-with-x',
    'The x of private media types is skipped.',
    (type) => /^(?:application|text)\/x-json$/.test(type),
  ],
  [
    'content-type-json-lines',
    'Formats of one JSON text on each line are taken as JSON.',
    (type) => /[/-]ndjson$|[/-]jsonl(?:ines)?$|json-seq$/.test(type),
  ],
  ['content-type-json5', 'JSON5 is taken as JSON.', (type) => /[/-]json5$/.test(type)],
  ['content-type-javascript', 'JavaScript is taken as JSON.', (type) => /javascript$|ecmascript$/.test(type)],
  ['content-type-yaml', 'YAML is taken as JSON, which it holds.', (type) => /[/-]ya?ml$/.test(type)],
  ['content-type-html', 'What says that it is a web page is taken as JSON.', (type) => /html/.test(type)],
];

/** Readers that find members under other names, in other places and of other types, and bodies of other media types. */
export const creationMemberReaders = [
  ...readerFaults(['create/missing-category'], namesOfCategory, renaming, ['create/missing-name']),
  ...readerFaults(['create/missing-name'], namesOfName, renaming),
  ...readerFaults(['create/missing-name'], envelopes, lenientBodies, ['create/missing-category']),
  ...readerFaults(['create/missing-category'], nestedCategories, lenientBodies, ['create/missing-name']),
  ...readerFaults(['create/wrong-name-type'], falsyNames, (convert) => convertingSent('name', convert)),
  ...readerFaults(['create/body-not-object'], bodies, lenientText),
  ...readerFaults(['create/content-type-required'], mediaTypes, (accepted) =>
    takingContentType((type) => type !== undefined && accepted(type)),
  ),
];
