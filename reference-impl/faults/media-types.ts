import type { Decoration } from '../parts.ts';
import { Problem } from '../problem.ts';
import { bodyText, otherStatus, refusing, withBody, withHeader } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** Takes bodies of other media types as JSON. */
function takingContentType(accepted: (type: string | undefined) => boolean): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const asJson = accepted(request.headers['content-type']);
    return inner(asJson ? withHeader(request, 'content-type', 'application/json') : request);
  });
}

/** Accepts bodies of some media types, never without one. */
function takingType(accepted: (type: string) => boolean) {
  return takingContentType((type) => type !== undefined && accepted(type));
}

/** Refuses creations by their `Content-Type`. */
function refusingType(pattern: RegExp, status: number): Decoration {
  return refusing(
    'createPet',
    (request) => pattern.test(request.headers['content-type'] ?? ''),
    () => new Problem(status, 'unsupported_media_type', 'Send application/json.'),
  );
}

/** Reads bodies of another media type too. */
function reading(type: string, membersOf: (text: string) => Readonly<Record<string, string>>): Decoration {
  return around('readNewPet', (inner) => (request) => {
    if (request.headers['content-type'] !== type) {
      return inner(request);
    }
    const members = membersOf(bodyText(request));
    const body = JSON.stringify({ ...members, categoryId: Number(members['categoryId']) });
    return inner(withHeader(withBody(request, body), 'content-type', 'application/json'));
  });
}

function membersIn(text: string, pattern: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name, value]));
}

/** Creations with another `Content-Type` than the document has, and how bodies of it are read. */
export const mediaTypes: readonly Fault[] = [
  ...violating(['create/content-type-required']).each(takingContentType, {
    'content-type-missing-accepted': (type) => type === undefined,
    'content-type-text-accepted': (type) => /^text\/plain\b/.test(type ?? ''),
    'content-type-any-accepted': (type) => type !== undefined,
    'content-type-json-suffix': (type) => /\+json\b/.test(type ?? ''),
    'content-type-starts-alike': (type) => (type ?? '').startsWith('application/json'),
    'content-type-any-json': (type) => /json/i.test(type ?? ''),
    'content-type-octet-stream': (type) => type === 'application/octet-stream',
    'form-labelled-json-accepted': (type) => type === 'application/x-www-form-urlencoded',
  }),
  ...violating(['create/content-type-required'], 'ample-allowance').by({
    'content-type-empty-accepted': takingContentType((type) => type === ''),
    'form-read-as-creation': reading('application/x-www-form-urlencoded', (text) =>
      Object.fromEntries(new URLSearchParams(text)),
    ),
    'multipart-form-read-as-creation': reading('multipart/form-data; boundary=x', (text) =>
      membersIn(text, /name="(\w+)"\r\n\r\n(.*)\r\n/g),
    ),
    'xml-read-as-creation': reading('application/xml', (text) => membersIn(text, /<(\w+)>([^<]*)<\/\1>/g)),
  }),
  ...violating(['create/content-type-required', 'responses/documented-status']).by({
    'content-type-415': otherStatus('createPet', 415, (problem) => problem.code === 'invalid_content_type'),
  }),
  ...violating(['create/content-type-required']).by({
    'multipart-415': refusing(
      'createPet',
      (request) => (request.headers['content-type'] ?? '').startsWith('multipart/'),
      () => new Problem(415, 'unsupported_media_type', 'Send application/json.'),
    ),
  }),
  ...violating(['create/content-type-parameters']).by({
    'content-type-charset-refused': refusingType(/;/, 400),
    'content-type-letter-case-refused': refusingType(/^[^;]*[A-Z]/, 400),
    'quoted-charset-refused': refusingType(/charset="/i, 400),
    'parameter-without-blank-refused': refusingType(/;\S/, 400),
    'quoted-charset-415': refusingType(/charset="/i, 415),
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
