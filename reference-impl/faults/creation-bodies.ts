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
import { around, type Fault, violating } from './fault.ts';

export const creationBodies: readonly Fault[] = [
  ...violating(['create/body-not-object']).by({
    'body-array-first-taken': [
      'The first element of an array is read as the body.',
      lenientText((text) => {
        const value = parsed(text);
        return Array.isArray(value) && value.length > 0 ? JSON.stringify(value[0]) : text;
      }),
    ],
    'body-array-by-position': [
      'The elements of an array are read as name, category and status.',
      lenientText((text) => {
        const value = parsed(text);
        return Array.isArray(value) && typeof value[0] === 'string'
          ? JSON.stringify({ name: value[0], categoryId: value[1], status: value[2] ?? undefined })
          : text;
      }),
    ],
    'body-scalar-accepted': [
      'A string, number or boolean as body creates an animal without a name.',
      lenientText((text) =>
        ['string', 'number', 'boolean'].includes(typeof parsed(text)) ? '{"name":"","categoryId":1}' : text,
      ),
    ],
  }),
  ...violating(['create/body-not-object', 'responses/documented-status', 'errors/no-server-error']).by({
    'body-null-crashes': [
      'The body null returns 500.',
      otherStatus('createPet', (_problem, request) => parsed(bodyText(request)) === null, 500),
    ],
  }),
  ...violating(['create/malformed-json']).by({
    'json-first-value-only': [
      'Text after the first JSON value of a body is ignored.',
      lenientText((text) => {
        const end = text.indexOf('}') + 1;
        return parsed(text) === undefined && parsed(text.slice(0, end)) !== undefined
          ? text.slice(0, end)
          : text;
      }),
    ],
    'json-trailing-comma': [
      'A trailing comma in an object is accepted.',
      lenientText((text) => (parsed(text) === undefined ? text.replace(/,\s*\}\s*$/, '}') : text)),
    ],
    'json-cut-short-completed': [
      'A body without its last brace is accepted.',
      lenientText((text) =>
        parsed(text) === undefined && parsed(`${text}}`) !== undefined ? `${text}}` : text,
      ),
    ],
    'json-single-quotes': [
      'Single quotes around strings are accepted.',
      lenientText((text) => (parsed(text) === undefined ? text.replaceAll("'", '"') : text)),
    ],
    'json-line-break-in-string': [
      'Raw line breaks in strings are accepted.',
      lenientText((text) => (parsed(text) === undefined ? text.replace(/[\n\t\r]/g, ' ') : text)),
    ],
  }),
  ...violating(['create/malformed-json', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-body-crashes': [
      'An empty body returns 500.',
      otherStatus('createPet', (problem, request) => isBroken(problem) && bodyText(request) === '', 500),
    ],
    'broken-json-crashes': ['Malformed JSON returns 500.', otherStatus('createPet', isBroken, 500)],
  }),
  ...violating(['create/malformed-json', 'responses/documented-status']).by({
    'broken-json-422': ['Malformed JSON returns 422.', otherStatus('createPet', isBroken, 422)],
  }),
  ...violating(['create/malformed-json', 'errors/no-server-error']).by({
    'broken-json-drops-connection': [
      'Malformed JSON closes the connection without a response.',
      around('send', (inner) => (message, request, response) => {
        if (isInvalidJson(message)) {
          response.destroy();
        } else {
          inner(message, request, response);
        }
      }),
    ],
  }),
  ...violating(['create/content-type-required']).by({
    'content-type-missing-accepted': [
      'A body without Content-Type is read as JSON.',
      takingContentType((type) => type === undefined),
    ],
    'content-type-text-accepted': [
      'A body of text/plain is read as JSON.',
      takingContentType((type) => /^text\/plain\b/.test(type ?? '')),
    ],
    'content-type-any-accepted': [
      'A body of any stated media type is read as JSON.',
      takingContentType((type) => type !== undefined),
    ],
  }),
  ...violating(['create/content-type-required'], { needs: 'ample-allowance' }).by({
    'content-type-empty-accepted': [
      'A body with an empty Content-Type is read as JSON.',
      takingContentType((type) => type === ''),
    ],
  }),
  ...violating(['create/content-type-required', 'responses/documented-status']).by({
    'content-type-415': [
      'Another media type returns 415.',
      otherStatus('createPet', (problem) => problem.code === 'invalid_content_type', 415),
    ],
  }),
  ...violating(['create/refused-without-effect']).by({
    'unknown-status-refused-and-stored': [
      'A creation with an unknown status returns 400, but stores the animal without a status.',
      storingRefused(
        (problem) => problem.message.startsWith('status'),
        repairing(({ name, categoryId }) => ({ name, categoryId })),
      ),
    ],
    'missing-category-refused-and-stored': [
      'A creation without a category returns 400, but stores the animal in category 0.',
      storingRefused(
        (problem) => problem.message.startsWith('categoryId'),
        repairing(({ name }) => ({ name, categoryId: 0 })),
      ),
    ],
    'content-type-refused-and-stored': [
      'A creation without Content-Type returns 400, but stores the animal.',
      storingRefused(
        (problem) => problem.code === 'invalid_content_type',
        (request) => withHeader(request, 'content-type', jsonType),
      ),
    ],
  }),
  ...violating(['create/content-type-parameters']).by({
    'content-type-charset-refused': [
      'application/json; charset=utf-8 is rejected.',
      refusing(
        'createPet',
        (request) => (request.headers['content-type'] ?? '').includes(';'),
        () => invalidBody('Content-Type must be application/json.'),
      ),
    ],
    'content-type-letter-case-refused': [
      'APPLICATION/JSON is rejected.',
      refusing(
        'createPet',
        (request) => /[A-Z]/.test((request.headers['content-type'] ?? '').split(';')[0] ?? ''),
        () => invalidBody('Content-Type must be application/json.'),
      ),
    ],
  }),
];
