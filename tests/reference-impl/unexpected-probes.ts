import { Readable } from 'node:stream';
import { create, credential, enterprise, get, named, type Probe, wholeList } from './probe.ts';
import { ask, post } from './service-client.ts';

const orders: readonly Probe[] = [
  '{"categoryId":1,"status":"sold","name":"Rex"}',
  '{"name":"Rex","status":"sold","categoryId":1}',
  '{"status":"sold","categoryId":1,"name":"Rex"}',
  '{"categoryId":1,"name":"Rex","status":"sold"}',
].map((body) => create(body));

const chunked: Probe = async (service) => [
  await post(service, Readable.from(['{"name":"Rex",', '"categoryId":1}']), {
    authorization: enterprise(service),
  }),
];

const types: readonly Probe[] = ['application/json;charset="utf-8"', 'application/json;charset=utf-8'].map(
  (type) => create('{"name":"Rex","categoryId":1}', { 'content-type': type }),
);

const members: readonly Probe[] = [
  ...['constructor', 'toString', 'hasOwnProperty', ''].map((name) =>
    create(`{"name":"Rex","categoryId":1,"${name}":1}`),
  ),
  create('\ufeff{"name":"Rex","categoryId":1}'),
  ...['92233720368547758080', '9223372036854775808123', '-92233720368547758080'].map((name) =>
    create(`{"name":${name},"categoryId":1}`),
  ),
];

const names: readonly Probe[] = ['\u05e9\u05dc\u05d5\u05dd', '\u0660\u0661\u0662', ' 123 '].map(named);

const ids: readonly Probe[] = ['-1', '-2', '-5', '4567', '4568'].map((id) => get(`/pets/${id}`));

/** Many requests one after the other over the connections of a client. */
const many: Probe = async (service) => {
  const replies = [];
  for (let count = 0; count < 80; count += 1) {
    replies.push(await ask(service, '/pets?limit=5', { authorization: enterprise(service) }));
  }
  return replies;
};

/** The same creation, lists and requests without a valid key, all at once; in the order of their sending. */
const together: Probe = async (service) => {
  const authorization = enterprise(service);
  return Promise.all([
    ...Array.from({ length: 10 }, () => ask(service, '/pets?limit=100', { authorization })),
    ask(service, '/pets', { authorization: 'Bearer unknown' }),
    ask(service, '/pets', { authorization: null }),
    post(service, '{"categoryId":1}', { authorization }),
    ask(service, '/pets/2', { authorization }),
    ask(service, '/pets/4', { authorization }),
  ]);
};

const twins: Probe = async (service) => {
  const authorization = enterprise(service);
  const created = await Promise.all(
    ['Twin', 'Twin', 'TWIN'].map((name) =>
      post(service, `{"name":"${name}","categoryId":1}`, { authorization }),
    ),
  );
  return created.toSorted((left, right) => left.text.localeCompare(right.text));
};

/** What few clients send. */
export const unexpectedProbes: readonly Probe[] = [
  ...orders,
  chunked,
  ...types,
  ...members,
  ...names,
  ...ids,
  credential(() => 'Bearer other'),
  create('{"status":"sold"}'),
  create('{"status":"sold"}'),
  ...Array.from({ length: 10 }, (_, index) =>
    create(`{"name":"Row ${index}","categoryId":1,"status":"sold"}`),
  ),
  wholeList,
  get('/pets?limit=100&status=sold'),
  get('/pets'),
  twins,
  together,
  many,
];
