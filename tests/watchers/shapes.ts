import { errorBody, type Shape } from './exchanges.ts';

/** One correct response of each kind; a test changes one part of it. */
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

const documentedStatus: Readonly<Record<string, Shape>> = {
  'a creation answered 200': { ...creation, status: 200 },
  'a list answered 404': { ...list, status: 404, answer: errorBody(404) },
  'an invalid body answered 422': { ...badBody, status: 422, answer: '' },
  'another media type answered 415': {
    ...badBody,
    sent: { 'Content-Type': 'text/plain' },
    status: 415,
    answer: '',
  },
  'a missing key answered 403': { ...noKey, status: 403, answer: '' },
  'an unknown pet answered 410': { ...noPet, status: 410, answer: '' },
  'a known pet answered 304': { ...reading, status: 304, answer: '' },
  'a list answered by a redirection': { ...list, status: 301, answer: '', received: { Location: '/' } },
  'a list answered 204': { ...list, status: 204, answer: '' },
};

const schema: Readonly<Record<string, Shape>> = {
  'no id': { ...reading, answer: '{"name":"Rex","categoryId":7}' },
  'an id beyond int64': { ...creation, answer: '{"id":9223372036854775808,"name":"Rex","categoryId":7}' },
  'an id as text': { ...creation, answer: '{"id":"5","name":"Rex","categoryId":7}' },
  'a status of null': { ...reading, answer: '{"id":5,"name":"Rex","categoryId":7,"status":null}' },
  'an unknown status': { ...list, answer: '[{"id":5,"name":"Rex","categoryId":7,"status":"Sold"}]' },
  'a fraction': { ...list, answer: '[{"id":5,"name":"Rex","categoryId":7.5}]' },
  'a list in an envelope': { ...list, answer: `{"items":[${pet}]}` },
  'a list of null': { ...list, answer: 'null' },
  'a pet in a list': { ...reading, answer: `[${pet}]` },
  'a number for a pet': { ...reading, answer: '1.5' },
  'two ids': { ...reading, answer: '{"id":4,"id":5,"name":"Rex","categoryId":7}' },
  'two names in a list': { ...list, answer: '[{"id":5,"name":"Rex","categoryId":7,"name":""}]' },
  'two statuses of a new animal': {
    ...creation,
    answer: '{"status":null,"id":5,"name":"Rex","categoryId":7,"status":"sold"}',
  },
};

const mediaType: Readonly<Record<string, Shape>> = {
  'text/html': { ...list, received: { 'Content-Type': 'text/html' } },
  'problem+json': { ...noPet, received: { 'Content-Type': 'application/problem+json' } },
  'no Content-Type': { ...noKey, received: { 'Content-Type': null } },
  'two, one of them other': { ...list, moreReceived: [['content-type', 'text/plain']] },
  'application/jsonp': { ...list, received: { 'Content-Type': 'application/jsonp' } },
  'an empty 200': { ...list, answer: '' },
  'an empty 201': { ...creation, answer: '', received: { 'Content-Type': null } },
  'single quotes': { ...list, answer: "[{'id':5}]" },
  'a list cut short': { ...list, answer: '[1,' },
  'a byte order mark before a list': { ...list, answer: '\ufeff[]' },
  'a byte order mark before an Error': { ...noPet, answer: `\ufeff${errorBody(404)}` },
  'bytes that are no UTF-8': { ...noPet, response: { utf8: false } },
  'a body that does not decode': {
    ...list,
    answer: '',
    received: { 'Content-Encoding': 'gzip' },
    failure: { code: 'bad-content-encoding', detail: 'not gzip' },
  },
};

const bodyShape: Readonly<Record<string, Shape>> = {
  'an empty 404': { ...noPet, answer: '', received: { 'Content-Type': null } },
  'an empty 401': { ...noKey, answer: '' },
  'no code': { ...badBody, answer: '{"message":"m","status":400}' },
  'a status as text': { ...noPet, answer: '{"code":"error_404","message":"m","status":"404"}' },
  'a code as number': { ...noKey, answer: '{"code":1,"message":"m","status":401}' },
  'an envelope': { ...noPet, answer: `{"error":${errorBody(404)}}` },
  'two codes': { ...noPet, answer: '{"code":"a","code":"error_404","message":"m","status":404}' },
  'a text': { ...noPet, answer: '"not found"' },
};

/** Answers with one fault each, by the one requirement that they violate and by what is wrong with them. */
export const faultyShapes: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  'responses/documented-status': documentedStatus,
  'responses/schema': schema,
  'responses/media-type': mediaType,
  'errors/body-shape': bodyShape,
};
