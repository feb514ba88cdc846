import fc from 'fast-check';
import { errorBody, type Shape } from './exchanges.ts';
import { badBody, creation, list, noKey, noPet, reading } from './shapes.ts';

const unusualPet =
  '{"id": 9223372036854775807,"name":"\\u202e</script>","categoryId":-9223372036854775808,"status":"sold","__proto__":{"a":1},"tags":[1.5,1e999,{"id":null}]}';
const unusualError = '{"message":"at line 3, column 5","status":404.0,"code":"error_404","createdAt":null}';

const described: readonly Shape[] = [
  list,
  creation,
  reading,
  badBody,
  noKey,
  noPet,
  {
    ...list,
    target: '/pets?limit=100&status=sold',
    answer: `[${unusualPet}, ${unusualPet.replace('9', '8')}]`,
  },
  { ...list, target: '/pets?limit=101' },
  { ...list, target: '/pets?limit=abc', status: 400, answer: errorBody(400) },
  { ...reading, answer: unusualPet, target: '/pets/9223372036854775807' },
  { ...noPet, answer: unusualError },
  { ...noKey, credential: 'revoked-key' },
  { ...creation, status: 401, answer: errorBody(401), credential: 'invalid' },
  { ...creation, status: 400, answer: errorBody(400) },
  {
    status: 429,
    answer: 'slow down',
    received: { 'Content-Type': 'text/plain', 'X-RateLimit-Remaining': '0' },
  },
  { status: 429, answer: '' },
];

/** What the document does not speak of may be answered in any way that is no 5xx. */
const undescribed: readonly Shape[] = [
  {
    target: '/pets/abc',
    status: 404,
    answer: '<h1>Not Found</h1>',
    received: { 'Content-Type': 'text/html' },
  },
  { target: '/pets/9223372036854775808', status: 400, answer: errorBody(400) },
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
];

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
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...described) },
      { weight: 1, arbitrary: fc.constantFrom(...undescribed) },
    ),
    freedoms,
    fc.boolean(),
  )
  .map(([shape, freedom, noCallerFigures]) => {
    const isPlain = shape.received === undefined;
    const zeros = shape.status === 401 && noCallerFigures ? noCaller : null;
    return { ...shape, ...(isPlain ? { received: zeros ?? freedom } : {}) };
  });
