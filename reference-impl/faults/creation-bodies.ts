import { invalidBody } from '../problem.ts';
import {
  isBroken,
  isInvalidJson,
  jsonType,
  parsed,
  repairing,
  storingRefused,
  takingContentType,
} from './creation-body-decorations.ts';
import { bodyText, lenientText, otherStatus, refusing, withHeader } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';

export const creationBodies: readonly Fault[] = [
  fault(
    'body-array-first-taken',
    'The first element of an array is read as the body.',
    ['create/body-not-object'],
    lenientText((text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 0 ? JSON.stringify(value[0]) : text;
    }),
  ),
  fault(
    'body-array-by-position',
    'The elements of an array are read as name, category and status.',
    ['create/body-not-object'],
    lenientText((text) => {
      const value = parsed(text);
      return Array.isArray(value) && typeof value[0] === 'string'
        ? JSON.stringify({ name: value[0], categoryId: value[1], status: value[2] ?? undefined })
        : text;
    }),
  ),
  fault(
    'body-null-crashes',
    'The body null returns 500.',
    ['create/body-not-object', 'responses/documented-status', 'errors/no-server-error'],
    otherStatus('createPet', (_problem, request) => parsed(bodyText(request)) === null, 500),
  ),
  fault(
    'body-scalar-accepted',
    'A string, number or boolean as body creates an animal without a name.',
    ['create/body-not-object'],
    lenientText((text) =>
      ['string', 'number', 'boolean'].includes(typeof parsed(text)) ? '{"name":"","categoryId":1}' : text,
    ),
  ),
  fault(
    'json-first-value-only',
    'Text after the first JSON value of a body is ignored.',
    ['create/malformed-json'],
    lenientText((text) => {
      const end = text.indexOf('}') + 1;
      return parsed(text) === undefined && parsed(text.slice(0, end)) !== undefined
        ? text.slice(0, end)
        : text;
    }),
  ),
  fault(
    'json-trailing-comma',
    'A trailing comma in an object is accepted.',
    ['create/malformed-json'],
    lenientText((text) => (parsed(text) === undefined ? text.replace(/,\s*\}\s*$/, '}') : text)),
  ),
  fault(
    'json-cut-short-completed',
    'A body without its last brace is accepted.',
    ['create/malformed-json'],
    lenientText((text) =>
      parsed(text) === undefined && parsed(`${text}}`) !== undefined ? `${text}}` : text,
    ),
  ),
  fault(
    'json-single-quotes',
    'Single quotes around strings are accepted.',
    ['create/malformed-json'],
    lenientText((text) => (parsed(text) === undefined ? text.replaceAll("'", '"') : text)),
  ),
  fault(
    'json-line-break-in-string',
    'Raw line breaks in strings are accepted.',
    ['create/malformed-json'],
    lenientText((text) => (parsed(text) === undefined ? text.replace(/[\n\t\r]/g, ' ') : text)),
  ),
  fault(
    'empty-body-crashes',
    'An empty body returns 500.',
    ['create/malformed-json', 'responses/documented-status', 'errors/no-server-error'],
    otherStatus('createPet', (problem, request) => isBroken(problem) && bodyText(request) === '', 500),
  ),
  fault(
    'broken-json-crashes',
    'Malformed JSON returns 500.',
    ['create/malformed-json', 'responses/documented-status', 'errors/no-server-error'],
    otherStatus('createPet', isBroken, 500),
  ),
  fault(
    'broken-json-422',
    'Malformed JSON returns 422.',
    ['create/malformed-json', 'responses/documented-status'],
    otherStatus('createPet', isBroken, 422),
  ),
  fault(
    'broken-json-drops-connection',
    'Malformed JSON closes the connection without a response.',
    ['create/malformed-json', 'errors/no-server-error'],
    around('send', (inner) => (message, request, response) => {
      if (isInvalidJson(message)) {
        response.destroy();
      } else {
        inner(message, request, response);
      }
    }),
  ),
  fault(
    'content-type-missing-accepted',
    'A body without Content-Type is read as JSON.',
    ['create/content-type-required'],
    takingContentType((type) => type === undefined),
  ),
  fault(
    'content-type-empty-accepted',
    'A body with an empty Content-Type is read as JSON.',
    ['create/content-type-required'],
    takingContentType((type) => type === ''),
    { needs: 'ample-allowance' },
  ),
  fault(
    'content-type-text-accepted',
    'A body of text/plain is read as JSON.',
    ['create/content-type-required'],
    takingContentType((type) => /^text\/plain\b/.test(type ?? '')),
  ),
  fault(
    'content-type-any-accepted',
    'A body of any stated media type is read as JSON.',
    ['create/content-type-required'],
    takingContentType((type) => type !== undefined),
  ),
  fault(
    'content-type-415',
    'Another media type returns 415.',
    ['create/content-type-required', 'responses/documented-status'],
    otherStatus('createPet', (problem) => problem.code === 'invalid_content_type', 415),
  ),
  fault(
    'unknown-status-refused-and-stored',
    'A creation with an unknown status returns 400, but stores the animal without a status.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('status'),
      repairing(({ name, categoryId }) => ({ name, categoryId })),
    ),
  ),
  fault(
    'missing-category-refused-and-stored',
    'A creation without a category returns 400, but stores the animal in category 0.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('categoryId'),
      repairing(({ name }) => ({ name, categoryId: 0 })),
    ),
  ),
  fault(
    'content-type-refused-and-stored',
    'A creation without Content-Type returns 400, but stores the animal.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.code === 'invalid_content_type',
      (request) => withHeader(request, 'content-type', jsonType),
    ),
  ),
  fault(
    'content-type-charset-refused',
    'application/json; charset=utf-8 is rejected.',
    ['create/content-type-parameters'],
    refusing(
      'createPet',
      (request) => (request.headers['content-type'] ?? '').includes(';'),
      () => invalidBody('Content-Type must be application/json.'),
    ),
  ),
  fault(
    'content-type-letter-case-refused',
    'APPLICATION/JSON is rejected.',
    ['create/content-type-parameters'],
    refusing(
      'createPet',
      (request) => /[A-Z]/.test((request.headers['content-type'] ?? '').split(';')[0] ?? ''),
      () => invalidBody('Content-Type must be application/json.'),
    ),
  ),
];
