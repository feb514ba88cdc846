import { expect, it } from 'vitest';
import { answerFailure } from '../../src/target/answer-failure.ts';

const unsent = { sent: false, receivedBytes: 0, headersComplete: false, beginning: null };

it.each([
  [
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    'the connection broke before this request was sent: read ECONNRESET',
  ],
  [
    Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    'the connection broke before this request was sent: other side closed',
  ],
  [
    Object.assign(new Error('invalid request path'), { code: 'UND_ERR_INVALID_ARG' }),
    'this request can not be sent: invalid request path',
  ],
  [new Error('no code'), 'this request can not be sent: no code'],
])('tells a broken connection from a request that can not be sent: %s', (error, detail) => {
  expect(answerFailure(error, unsent)).toEqual({ code: 'other', detail });
});
