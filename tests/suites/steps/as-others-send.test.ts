import { expect, it } from 'vitest';
import type { OutgoingRequest } from '../../../src/target/target.ts';
import { accepting, inSmallLetters } from '../../../suites/steps/as-others-send.ts';

const request: OutgoingRequest = {
  method: 'POST',
  target: '/pets',
  headers: [
    { name: 'ACCEPT', value: 'application/json' },
    { name: 'Authorization', value: 'Bearer k', shownAs: 'Bearer $K' },
    { name: 'Accept-Language', value: 'en' },
  ],
  body: '{}',
  credential: 'api-key',
};
const [, ...others] = request.headers;

it('accepting puts another Accept in front of the other fields', () => {
  const headers = [{ name: 'Accept', value: '*/*' }, ...others];
  expect(accepting(request, '*/*')).toEqual({ ...request, headers });
});

it('accepting null leaves it out', () => {
  expect(accepting(request, null)).toEqual({ ...request, headers: others });
});

it('inSmallLetters changes names alone', () => {
  expect(inSmallLetters(request)).toEqual({
    ...request,
    headers: [
      { name: 'accept', value: 'application/json' },
      { name: 'authorization', value: 'Bearer k', shownAs: 'Bearer $K' },
      { name: 'accept-language', value: 'en' },
    ],
  });
});
