import type { ApiRequest } from '../messages.ts';
import { invalidBody, Problem } from '../problem.ts';
import { bodyText, refusing } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';

const isChunked = ({ headers }: ApiRequest) => headers['transfer-encoding'] !== undefined;

/** Reads the body of a creation that was sent in chunks in another way. */
function chunkedRead(read: (request: ApiRequest) => Uint8Array): Decoration {
  return around(
    'readNewPet',
    (inner) => (request) => inner(isChunked(request) ? { ...request, body: read(request) } : request),
  );
}

/** Refuses creations whose members have another order than those that are listed. */
function orderedOnly(orders: readonly string[]): Decoration {
  return refusing(
    'createPet',
    (request) => {
      const found = [...bodyText(request).matchAll(/"(name|c\w*\\?\w*tegoryId|status)"\s*:/g)];
      const order = found.map(([, name = '']) => name.charAt(0)).join('');
      return order.length >= 2 && !orders.some((known) => known.startsWith(order) || known === order);
    },
    () => invalidBody('The members are in an unknown order.'),
  );
}

const consequences = [
  'create/status-optional',
  'create/content-type-parameters',
  'create/unique-ids',
  'create/text-exact',
];

const chunks: readonly Fault[] = [
  fault(
    'chunked-body-read-as-empty',
    'A creation without a Content-Length is read as one without a body.',
    ['create/accepts-valid'],
    chunkedRead(() => new Uint8Array()),
  ),
  fault(
    'first-chunk-only',
    'Only the first chunk of a creation is read.',
    ['create/accepts-valid'],
    chunkedRead(({ body, bodyChunks }) => {
      const all = body ?? new Uint8Array();
      return bodyChunks.length > 1 ? (bodyChunks[0] ?? all) : all.subarray(0, Math.ceil(all.length / 2));
    }),
  ),
  fault(
    'chunked-creation-400',
    'A creation in chunks returns 400 instead of 411.',
    ['create/accepts-valid'],
    refusing('createPet', isChunked, () => invalidBody('A Content-Length is required.')),
  ),
];

const orders: readonly Fault[] = [
  fault(
    'category-in-front-refused',
    'A creation with the categoryId as its first member returns 400.',
    ['create/accepts-valid'],
    orderedOnly(['ncs', 'scn', 'snc', 'nsc']),
    { mayViolate: consequences },
  ),
  fault(
    'status-in-the-middle-refused',
    'A creation with the status between name and categoryId returns 400.',
    ['create/accepts-valid'],
    orderedOnly(['ncs', 'cns', 'scn', 'snc', 'csn']),
    { mayViolate: consequences },
  ),
  fault(
    'name-at-the-end-refused',
    'A creation with the name as its last member returns 400.',
    ['create/accepts-valid'],
    orderedOnly(['ncs', 'nsc', 'cns', 'snc']),
    { mayViolate: consequences },
  ),
];

/** Refuses creations by their `Content-Type`. */
function refusingType(pattern: RegExp, status: number): Decoration {
  return refusing(
    'createPet',
    (request) => pattern.test(request.headers['content-type'] ?? ''),
    () => new Problem(status, 'unsupported_media_type', 'Send application/json.'),
  );
}

const types: readonly Fault[] = [
  fault(
    'quoted-charset-refused',
    'A charset in quotation marks returns 400.',
    ['create/content-type-parameters'],
    refusingType(/charset="/i, 400),
    { mayViolate: ['create/accepts-valid'] },
  ),
  fault(
    'quoted-charset-415',
    'A charset in quotation marks returns 415.',
    ['create/content-type-parameters'],
    refusingType(/charset="/i, 415),
    { mayViolate: ['create/accepts-valid', 'responses/documented-status'] },
  ),
  fault(
    'parameter-without-blank-refused',
    'A parameter of the media type without a blank in front returns 400.',
    ['create/content-type-parameters'],
    refusingType(/;\S/, 400),
    { mayViolate: ['create/accepts-valid'] },
  ),
];

/** Creations that the document permits in other notations than the usual one. */
export const validWritings: readonly Fault[] = [...chunks, ...orders, ...types];
