import fc from 'fast-check';
import { int64 } from '../../src/json/exact-json.ts';
import type { Shape } from './exchanges.ts';

const statuses = ['available', 'pending', 'sold'] as const;
const integer = fc.oneof(
  fc.constantFrom(int64.minimum, int64.maximum, 2n ** 53n + 1n, 0n, 7n),
  fc.bigInt(int64.minimum, int64.maximum),
);
const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('Rex', '\u{1F436} \u202e', '</script>', 'at line 3, column 5'),
);
const moreMembers = fc.constantFrom(
  '',
  ',"createdAt":"2026-06-12T10:00:00Z"',
  ',"__proto__":{"a":1}',
  ',"tags":[1.5,1e999,{"id":null}]',
);

/** An animal as a service may write it, as JSON text. */
const petText = fc
  .tuple(integer, text, integer, fc.constantFrom(...statuses, undefined), moreMembers)
  .map(
    ([id, name, categoryId, status, more]) =>
      `{"id":${id},"name":${JSON.stringify(name)},"categoryId": ${categoryId}${status === undefined ? '' : `,"status":"${status}"`}${more}}`,
  );

const lists = fc.array(petText, { maxLength: 5 }).map((pets) => `[${pets.join(', ')}]`);

/** One code a status, as a service that is told apart by errors/code-stable has. */
function errorText(status: number) {
  return fc
    .tuple(text, moreMembers)
    .map(
      ([message, more]) =>
        `{"message":${JSON.stringify(message)},"status":${status}.0,"code":"error_${status}"${more}}`,
    );
}

const callers = fc.constantFrom('none' as const, 'invalid' as const, 'revoked-key' as const);
const listTargets = fc.constantFrom(
  '/pets',
  '/pets?limit=1',
  '/pets?limit=100&status=sold',
  '/pets?status=available',
);
const outsideTargets = fc.constantFrom(
  '/pets?limit=0',
  '/pets?limit=101',
  '/pets?limit=abc',
  '/pets?status=none',
);
const readings = integer.map((id) => `/pets/${id}`);
const newPet = fc
  .tuple(text, integer)
  .map(([name, categoryId]) => `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`);
const invalidPets = fc.constantFrom('', '{', '[]', '{"name":5}', '{"name":"Rex","categoryId":"7"}');

const described: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ target: fc.oneof(listTargets, outsideTargets), answer: lists }),
  fc.record({ target: outsideTargets, status: fc.constant(400), answer: errorText(400) }),
  fc.record({ target: readings, answer: petText }),
  fc.record({ target: readings, status: fc.constant(404), answer: errorText(404) }),
  fc.record({
    target: fc.oneof(listTargets, readings),
    status: fc.constant(401),
    answer: errorText(401),
    credential: callers,
  }),
  creation(newPet, 201, petText),
  creation(fc.oneof(invalidPets, newPet), 400, errorText(400)),
  creation(fc.oneof(invalidPets, newPet), 401, errorText(401)).chain((shape) =>
    callers.map((credential) => ({ ...shape, credential })),
  ),
  fc.constant<Shape>({
    status: 429,
    answer: 'slow down',
    received: { 'Content-Type': 'text/plain', 'X-RateLimit-Remaining': '0' },
  }),
  fc.constant<Shape>({ status: 429, answer: '' }),
);

function creation(
  body: fc.Arbitrary<string>,
  status: number,
  answer: fc.Arbitrary<string>,
): fc.Arbitrary<Shape> {
  return fc.record({
    method: fc.constant('POST'),
    target: fc.constant('/pets'),
    body,
    status: fc.constant(status),
    answer,
  });
}

const errorText400 = '{"code":"error_400","message":"m","status":400}';

/** What the document does not speak of may be answered in any way that is no 5xx. */
const undescribed: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
  {
    target: '/pets/abc',
    status: 404,
    answer: '<h1>Not Found</h1>',
    received: { 'Content-Type': 'text/html' },
  },
  { target: '/pets/9223372036854775808', status: 400, answer: errorText400 },
  { target: '/pets/007', status: 200, answer: '{"id":7,"name":"a","categoryId":1}' },
  { target: '/nothing', status: 404, answer: 'no such page', received: { 'Content-Type': 'text/plain' } },
  { target: '/store/orders', status: 200, answer: '"orders"' },
  { method: 'DELETE', status: 405, answer: '', received: { Allow: 'GET', 'X-RateLimit-Limit': null } },
  { method: 'OPTIONS', status: 204, answer: '', received: { 'X-RateLimit-Limit': null } },
  { method: 'HEAD', status: 200, answer: '' },
  { method: 'BREW', status: 501, answer: '', received: { 'X-RateLimit-Limit': null } },
  { target: '/pets/%zz', status: 400, answer: 'Bad Request', received: { 'X-RateLimit-Limit': null } },
  { target: '/pets?limit=5&limit=6', status: 400, answer: '', received: {} },
  { target: '/pets?page=2', status: 200, answer: '{"items":[]}' },
  { target: '/pets', sent: { Accept: 'text/csv' }, status: 406, answer: '' },
  { method: 'POST', target: '/pets', body: '{"name":"","categoryId":7}', status: 422, answer: '' },
  { method: 'POST', target: '/pets', body: 'a'.repeat(70_000), status: 413, answer: 'too large' },
  {
    method: 'POST',
    target: '/pets',
    body: 'a'.repeat(70_000),
    response: null,
    failure: { code: 'reset', detail: '' },
  },
  { response: null, failure: { code: 'timeout', detail: 'no response' } },
  { answer: '[{"id":', failure: { code: 'truncated', detail: 'cut off' } },
  { answer: '', failure: { code: 'timeout', detail: 'the body did not end' } },
);

/** What a service may say of a caller that it does not know. */
const noCaller = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '5', 'X-RateLimit-Reset': '0' };

const freedoms: fc.Arbitrary<Readonly<Record<string, string | null>>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string | null>>(
    { 'Content-Type': 'application/json; charset=utf-8' },
    { 'Content-Type': 'Application/JSON ;charset="UTF-8"' },
    { 'x-ratelimit-limit': '1000', 'X-RateLimit-Limit': null },
    { Date: null },
    { 'X-RateLimit-Used': '3', 'Retry-After': '1.5', Server: 'nginx' },
  ),
);

/**
 * An exchange with a service that obeys the document, in one of the many ways to do that. Remaining is out of
 * the picture: its figures make sense only together, and have tests of their own.
 */
export const conformingShape: fc.Arbitrary<Shape> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: described }, { weight: 1, arbitrary: undescribed }),
    freedoms,
    fc.boolean(),
  )
  .map(([shape, freedom, noCallerFigures]) => {
    const isPlain = shape.received === undefined;
    const zeros = shape.status === 401 && noCallerFigures ? noCaller : null;
    return { ...shape, ...(isPlain ? { received: zeros ?? freedom } : {}) };
  });
