import type { ApiRequest, Decoration } from '../parts.ts';
import { Problem } from '../problem.ts';
import { bodyText, refusing } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

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
  return refusing('createPet', (request) => {
    const found = [...bodyText(request).matchAll(/"(name|c\w*\\?\w*tegoryId|status)"\s*:/g)];
    const order = found.map(([, name = '']) => name.charAt(0)).join('');
    return order.length >= 2 && !orders.some((known) => known.startsWith(order) || known === order);
  });
}

/** Refuses creations by their `Content-Type`. */
function refusingType(pattern: RegExp, status: number): Decoration {
  return refusing(
    'createPet',
    (request) => pattern.test(request.headers['content-type'] ?? ''),
    () => new Problem(status, 'unsupported_media_type', 'Send application/json.'),
  );
}

/** Creations that the document permits in other notations than the usual one. */
export const validWritings: readonly Fault[] = [
  ...violating(['create/accepts-valid']).by({
    'chunked-body-read-as-empty': chunkedRead(() => new Uint8Array()),
    'first-chunk-only': chunkedRead(({ body, bodyChunks }) => {
      const all = body ?? new Uint8Array();
      return bodyChunks.length > 1 ? (bodyChunks[0] ?? all) : all.subarray(0, Math.ceil(all.length / 2));
    }),
    'chunked-creation-400': refusing('createPet', isChunked),
    // A creation with the categoryId as its first member returns 400.
    'category-in-front-refused': orderedOnly(['ncs', 'scn', 'snc', 'nsc']),
    // A creation with the name as its last member returns 400.
    'name-at-the-end-refused': orderedOnly(['ncs', 'nsc', 'cns', 'snc']),
  }),
  ...violating(['create/accepts-valid'], 'ample-allowance').by({
    // A creation with the status between name and categoryId returns 400.
    'status-in-the-middle-refused': orderedOnly(['ncs', 'cns', 'scn', 'snc', 'csn']),
  }),
  ...violating(['create/content-type-parameters']).by({
    'quoted-charset-refused': refusingType(/charset="/i, 400),
    'parameter-without-blank-refused': refusingType(/;\S/, 400),
    'quoted-charset-415': refusingType(/charset="/i, 415),
  }),
];
