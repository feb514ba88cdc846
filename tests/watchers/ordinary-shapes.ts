import { errorBody, type Shape } from './exchanges.ts';

/** One right answer of each kind: what a test makes otherwise in one point. */
export const pet = '{"id":5,"name":"Rex","categoryId":7}';
export const list: Shape = { answer: `[${pet}]` };
export const creation: Shape = {
  method: 'POST',
  body: '{"name":"Rex","categoryId":7}',
  status: 201,
  answer: pet,
};
export const reading: Shape = { target: '/pets/5', answer: pet };
export const badBody: Shape = { method: 'POST', body: '{}', status: 400, answer: errorBody(400) };
export const noKey: Shape = { status: 401, credential: 'none', answer: errorBody(401) };
export const noPet: Shape = { target: '/pets/6', status: 404, answer: errorBody(404) };
