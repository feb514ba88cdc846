import { create, get, named, type Probe, wholeList } from './probe.ts';

/** A creation that a conforming service accepts. */
export const valid = '{"name":"Rex Ä","categoryId":7,"status":"sold"}';

function createUntyped(body: string): Probe {
  return get('/pets', { method: 'POST', body });
}

export const creations: readonly Probe[] = [
  create(valid),
  create(valid),
  create('{"name":"Max","categoryId":7}'),
  create('{"name":"Pip","categoryId":2,"status":"pending"}'),
  wholeList,
  get('/pets?status=pending'),
  get('/pets?status=sold'),
  ...['1', '1', '7', '7', '9', '4', '99', '5abc', '9223372036854775808'].map((id) => get(`/pets/${id}`)),
  create('{"id":1,"name":"Cuckoo","categoryId":1}'),
  create('{"id":123456789,"name":"Cuckoo","categoryId":1}'),
  get('/pets/1'),
];

export const fields: readonly Probe[] = [
  '{"categoryId":1}',
  '{"categoryId":1,"status":"sold"}',
  '{"name":"No category"}',
  ...['5', 'true', 'null', '["a"]', '{}'].map((name) => `{"name":${name},"categoryId":1}`),
  ...['"5"', '1.5', '1e-400', 'true', 'null', '9223372036854775808', '-9223372036854775809'].map(
    (category) => `{"name":"Wrong category","categoryId":${category}}`,
  ),
  ...['"SOLD"', '" sold "', 'null', '""', '"lost"'].map(
    (status) => `{"name":"Wrong status","categoryId":1,"status":${status}}`,
  ),
  ...['9007199254740993', '-5', '0', '4294967297'].map(
    (category) => `{"name":"Exact","categoryId":${category}}`,
  ),
].map((body) => create(body));

export const bodies: readonly Probe[] = [
  ...[
    '[{"name":"In an array","categoryId":1}]',
    'null',
    '5',
    '{"name":"Rest","categoryId":1} rest',
    '{"name":"Comma","categoryId":1,}',
    '{"name":"Open","categoryId":1',
    "{'name':'Quotes','categoryId':1}",
    '{"name":"Line\nbreak","categoryId":1}',
    '',
  ].map((body) => create(body)),
  createUntyped(valid),
  create(valid, { 'content-type': 'text/plain' }),
  create(valid, { 'content-type': '' }),
  create(valid, { 'content-type': 'application/xml' }),
  create(valid, { 'content-type': 'application/json; charset=utf-8' }),
  create(valid, { 'content-type': 'APPLICATION/JSON' }),
  wholeList,
];

export const names: readonly Probe[] = [
  '😀',
  'e\u0301',
  'x'.repeat(300),
  '<b>',
  ' padded ',
  'two  blanks',
  'bell\u0007',
  'nul\0after',
  '\u202eleft',
  'back\\slash',
  '"quoted"',
  'x'.repeat(1_500),
].map(named);
