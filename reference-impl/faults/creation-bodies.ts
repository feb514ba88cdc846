import { isLosslessNumber } from 'lossless-json';
import type { ApiRequest, Decoration, Message } from '../parts.ts';
import { Problem } from '../problem.ts';
import {
  bodyMembers,
  bodyText,
  lenientText,
  otherStatus,
  refusing,
  withBody,
  withHeader,
} from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes bodies of other media types as JSON. */
export function takingContentType(accepted: (type: string | undefined) => boolean): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const asJson = accepted(request.headers['content-type']);
    return inner(asJson ? withHeader(request, 'content-type', 'application/json') : request);
  });
}

/** Stores the animal of a body that it refuses with 400. */
export function storingRefused(
  when: (problem: Problem) => boolean,
  repair: (request: ApiRequest) => ApiRequest,
): Decoration {
  return around('createPet', (inner) => async (request, route, parts) => {
    try {
      return await inner(request, route, parts);
    } catch (error) {
      if (error instanceof Problem && when(error)) {
        await parts.petStore.add(parts.readNewPet(repair(request)));
      }
      throw error;
    }
  });
}

export function repairing(change: (body: Readonly<Record<string, unknown>>) => unknown) {
  return (request: ApiRequest) =>
    withBody(request, JSON.stringify(change(bodyMembers(request) ?? {}), plainNumbers));
}

const plainNumbers = (_name: string, value: unknown) =>
  isLosslessNumber(value) ? Number(value.value) : value;
const isBroken = (problem: Problem) => problem.code === 'invalid_json';
const isInvalidJson = (message: Message) =>
  message.status === 400 && String(message.body).includes('invalid_json');
const jsonType = 'application/json';

export const creationBodies: readonly Fault[] = [
  ...violating(['create/body-not-object']).each(lenientText, {
    'body-array-first-taken': (text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 0 ? JSON.stringify(value[0]) : text;
    },
    'body-array-by-position': (text) => {
      const value = parsed(text);
      return Array.isArray(value) && typeof value[0] === 'string'
        ? JSON.stringify({ name: value[0], categoryId: value[1], status: value[2] ?? undefined })
        : text;
    },
    // A string, number or boolean as body creates an animal without a name.
    'body-scalar-accepted': (text) =>
      ['string', 'number', 'boolean'].includes(typeof parsed(text)) ? '{"name":"","categoryId":1}' : text,
  }),
  ...violating(['create/body-not-object', 'responses/documented-status', 'errors/no-server-error']).by({
    'body-null-crashes': otherStatus(
      'createPet',
      (_problem, request) => parsed(bodyText(request)) === null,
      500,
    ),
  }),
  ...violating(['create/malformed-json']).each(lenientText, {
    'json-first-value-only': (text) => {
      const end = text.indexOf('}') + 1;
      return parsed(text) === undefined && parsed(text.slice(0, end)) !== undefined
        ? text.slice(0, end)
        : text;
    },
    'json-trailing-comma': (text) => (parsed(text) === undefined ? text.replace(/,\s*\}\s*$/, '}') : text),
    'json-cut-short-completed': (text) =>
      parsed(text) === undefined && parsed(`${text}}`) !== undefined ? `${text}}` : text,
    'json-single-quotes': (text) => (parsed(text) === undefined ? text.replaceAll("'", '"') : text),
    'json-line-break-in-string': (text) =>
      parsed(text) === undefined ? text.replace(/[\n\t\r]/g, ' ') : text,
  }),
  ...violating(['create/malformed-json', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-body-crashes': otherStatus(
      'createPet',
      (problem, request) => isBroken(problem) && bodyText(request) === '',
      500,
    ),
    'broken-json-crashes': otherStatus('createPet', isBroken, 500),
  }),
  ...violating(['create/malformed-json', 'responses/documented-status']).by({
    'broken-json-422': otherStatus('createPet', isBroken, 422),
  }),
  ...violating(['create/malformed-json', 'errors/no-server-error']).by({
    'broken-json-drops-connection': around('send', (inner) => (message, request, response) => {
      if (isInvalidJson(message)) {
        response.destroy();
      } else {
        inner(message, request, response);
      }
    }),
  }),
  ...violating(['create/content-type-required']).each(takingContentType, {
    'content-type-missing-accepted': (type) => type === undefined,
    'content-type-text-accepted': (type) => /^text\/plain\b/.test(type ?? ''),
    'content-type-any-accepted': (type) => type !== undefined,
  }),
  ...violating(['create/content-type-required'], 'ample-allowance').by({
    'content-type-empty-accepted': takingContentType((type) => type === ''),
  }),
  ...violating(['create/content-type-required', 'responses/documented-status']).by({
    'content-type-415': otherStatus('createPet', (problem) => problem.code === 'invalid_content_type', 415),
  }),
  ...violating(['create/refused-without-effect']).by({
    'unknown-status-refused-and-stored': storingRefused(
      (problem) => problem.message.startsWith('status'),
      repairing(({ name, categoryId }) => ({ name, categoryId })),
    ),
    // A creation without a category returns 400, but stores the animal in category 0.
    'missing-category-refused-and-stored': storingRefused(
      (problem) => problem.message.startsWith('categoryId'),
      repairing(({ name }) => ({ name, categoryId: 0 })),
    ),
    'content-type-refused-and-stored': storingRefused(
      (problem) => problem.code === 'invalid_content_type',
      (request) => withHeader(request, 'content-type', jsonType),
    ),
  }),
  ...violating(['create/content-type-parameters']).by({
    'content-type-charset-refused': refusing('createPet', (request) =>
      (request.headers['content-type'] ?? '').includes(';'),
    ),
    'content-type-letter-case-refused': refusing('createPet', (request) =>
      /[A-Z]/.test((request.headers['content-type'] ?? '').split(';')[0] ?? ''),
    ),
  }),
];
