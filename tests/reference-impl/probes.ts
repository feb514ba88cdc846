import type { RunningImplementation } from '../../reference-impl/index.ts';
import { type Asked, ask, post, type Reply } from './service-client.ts';

/** One thing to ask of a service; the answers of two services to the same sequence can be compared. */
export type Probe = (service: RunningImplementation) => Promise<readonly Reply[]>;

function enterprise(service: RunningImplementation): string {
  return `Bearer ${service.keys.enterprise}`;
}

function get(path: string, asked: Asked = {}): Probe {
  return async (service) => [await ask(service, path, { authorization: enterprise(service), ...asked })];
}

function create(body: string, headers: Readonly<Record<string, string>> = {}): Probe {
  return async (service) => [await post(service, body, { authorization: enterprise(service), headers })];
}

function createUntyped(body: string): Probe {
  return get('/pets', { method: 'POST', body });
}

/** The same credential on a list, an animal, an unknown one, a creation and requests that are wrong besides. */
function credential(authorization: (key: string) => string | null): Probe {
  return async (service) => {
    const asked = { authorization: authorization(service.keys.enterprise) };
    return [
      await ask(service, '/pets', asked),
      await ask(service, '/pets/1', asked),
      await ask(service, '/pets/99', asked),
      await ask(service, '/pets?limit=0', asked),
      await ask(service, '/pets?status=pending', asked),
      await post(service, '{', asked),
      await post(service, '{"categoryId":1}', asked),
      await post(service, '{"name":"Stranger","categoryId":1}', asked),
    ];
  };
}

function withoutHeader(asked: (key: string) => { path?: string; headers?: Record<string, string> }): Probe {
  return async (service) => {
    const { path = '/pets', headers = {} } = asked(service.keys.enterprise);
    return [await ask(service, path, { authorization: null, headers })];
  };
}

function named(name: string): Probe {
  return create(JSON.stringify({ name, categoryId: 1 }));
}

const wholeList = get('/pets?limit=100');

const credentials: readonly Probe[] = [
  credential(() => null),
  credential(() => ''),
  credential((key) => `Basic ${key}`),
  credential((key) => key),
  credential(() => 'Bearer'),
  credential((key) => `Token Bearer ${key}`),
  credential(() => 'Bearer nobody'),
  credential((key) => `Bearer ${key.slice(0, -1)}a`),
  credential((key) => `Bearer ${key.slice(0, 12)}`),
  credential((key) => `Bearer ${key}a`),
  credential((key) => `Bearer ${key.toLowerCase()}`),
  async (service) => credential(() => `Bearer ${service.revokedKey}`)(service),
  withoutHeader((key) => ({ path: `/pets?api_key=${key}` })),
  withoutHeader((key) => ({ headers: { 'x-api-key': key } })),
  withoutHeader((key) => ({ headers: { cookie: `api_key=${key}` } })),
  wholeList,
];

const lists: readonly Probe[] = [
  ...['', '?limit=1', '?limit=2', '?limit=60', '?limit=100', '?status=available', '?status=pending'].map(
    (query) => get(`/pets${query}`),
  ),
  ...[
    '?status=sold',
    '?status=sold&limit=1',
    '?status=sold&limit=50',
    '?limit=0',
    '?limit=-1',
    '?limit=101',
  ].map((query) => get(`/pets${query}`)),
  ...['?limit=1000', '?limit=abc', '?status=lost'].map((query) => get(`/pets${query}`)),
];

const valid = '{"name":"Rex Ä","categoryId":7,"status":"sold"}';

const creations: readonly Probe[] = [
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

const fields: readonly Probe[] = [
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

const bodies: readonly Probe[] = [
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
  create(valid, { 'content-type': 'application/xml' }),
  create(valid, { 'content-type': 'application/json; charset=utf-8' }),
  create(valid, { 'content-type': 'APPLICATION/JSON' }),
  wholeList,
];

const names: readonly Probe[] = [
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

/** Creates an animal and reads it by the id that it got. */
function createAndGet(body: string): Probe {
  return async (service) => {
    const authorization = enterprise(service);
    const created = await post(service, body, { authorization });
    const id = /"id":(-?\d+)/.exec(created.text)?.[1] ?? 'none';
    return [created, await ask(service, `/pets/${id}`, { authorization })];
  };
}

function wrongBesides(authorization: (key: string) => string | null): Probe {
  return async (service) => {
    const asked = { authorization: authorization(service.keys.enterprise) };
    return [
      await ask(service, '/pets?status=lost', asked),
      await post(service, valid, { ...asked, headers: { 'content-type': 'text/plain' } }),
    ];
  };
}

const nearMisses: readonly Probe[] = [
  wrongBesides(() => null),
  wrongBesides(() => 'Bearer nobody'),
  wrongBesides((key) => key),
  create('{"id":2,"name":"Cuckoo","categoryId":9}'),
  get('/pets/2'),
  ...['😀', '"quoted"'].map((name) => createAndGet(JSON.stringify({ name, categoryId: 1 }))),
  create(JSON.stringify({ name: 'x'.repeat(120), categoryId: 0, status: 'sold' })),
  get('/pets?status=sold&limit=100'),
  credential((key) => `Bearer ${key.slice(1)}`),
  credential((key) => `Bearer x${key}`),
  credential((key) => `Bearer A${key.slice(1)}`),
  credential((key) => `Bearer ${key.slice(0, 12)}7${key.slice(13)}`),
  credential((key) => `Bearer ${key} x`),
  credential((key) => `XBearer ${key}`),
  credential((key) => `Digest ${key}`),
  credential((key) => `ApiKey ${key}`),
  credential((key) => `Token ${key}`),
  credential((key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`),
  ...Array.from({ length: 8 }, () => credential(() => 'Bearer nobody')),
  withoutHeader(() => ({ path: '/pets?status=sold' })),
  withoutHeader((key) => ({ path: '/pets/1', headers: { 'x-authorization': `Bearer ${key}` } })),
  withoutHeader((key) => ({ path: `/pets/1?access_token=${key}` })),
  async (service) => [
    await post(service, JSON.stringify({ name: 'Rex', categoryId: 1, apiKey: service.keys.enterprise }), {
      authorization: null,
    }),
  ],
  withoutHeader((key) => ({ headers: { authorization: `Bearer ${key}` } })),
  async (service) => {
    const keys = [enterprise(service), null];
    const answers = keys.map((authorization) => ask(service, '/pets', { authorization }));
    return (await Promise.all(answers)).map((reply) => ({ ...reply, headers: {} }));
  },
];

const negotiated: readonly Probe[] = [
  ...['/pets?limit=1', '/pets/1', '/pets/99'].map((path) => get(path, { headers: { accept: '*/*' } })),
  create('{}', { accept: '*/*' }),
  withoutHeader(() => ({ headers: { accept: '*/*' } })),
];

const rareValues: readonly Probe[] = [
  ...[
    '{}',
    '{"title":"Rex","categoryId":1}',
    '{"name":"Rex","status":"sold"}',
    '{"name":false,"categoryId":1}',
    '{"name":{"first":"Rex"},"categoryId":1}',
    '{"name":["Rex"],"categoryId":1}',
    ...['""', '[5]', '{"id":5}', '9223372036854775807', '9223372036854775808', '1e300', '-1'].map(
      (category) => `{"name":"Rex","categoryId":${category}}`,
    ),
    ...['"AVAILABLE"', '"sold "', '1', '"constructor"', '["sold"]', '"adopted"', 'false'].map(
      (status) => `{"name":"Rex","categoryId":1,"status":${status}}`,
    ),
    '{/* a comment */"name":"Rex","categoryId":1}',
    '{name:"Rex",categoryId:1}',
    '{"name":"Rex","categoryId":1,"weight":NaN}',
    '{"name":"Rex","categoryId":01}',
    '{"name":"\\x41","categoryId":1}',
    '{"name":"Rex","categoryId":1} {"name":"Max","categoryId":1}',
    `{"name":"Rex","categoryId":1,"parents":${'['.repeat(1_500)}`,
    '"{\\"name\\":\\"Rex\\",\\"categoryId\\":1}"',
    '42',
    '{\n"name":"Rex","categoryId":1}',
    '{"status":"sold","name":"Rex","categoryId":1}',
    '{"name":"\\u0052ex","categoryId":1}',
    '{"name":"00120","categoryId":1}',
    '{"name":"","categoryId":1}',
    '{"name":"rex small","categoryId":1}',
  ].map((body) => create(body)),
  ...['application/vnd.api+json', 'application/jsonp', 'text/json', 'application/octet-stream'].map((type) =>
    create(valid, { 'content-type': type }),
  ),
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) =>
    create(valid, { 'content-type': type }),
  ),
  wholeList,
];

const rareNames: readonly Probe[] = [
  ...[
    'a\r\nb',
    '\ufeffa',
    'a\u200bb',
    '\u2764\ufe0f',
    '\u2019',
    'Straße',
    '\u00a0a',
    '\u3000a',
    'a\n',
    'a\u00adb',
  ],
  ...[
    '\uff32ex',
    'Zoë',
    '\u1112\u1161',
    '&amp;',
    'a+b',
    '%25',
    '\\n',
    "O'Malley",
    '=1',
    '<b>',
    'a\tb',
    '猫'.repeat(120),
  ],
  ...['ÀÉ', '\ue000', '猫', '"quoted"'],
].map(named);

const rareIds: readonly Probe[] = [
  ...['0', '-5', '2117483639', '4294967297', '8070450532247928831', '1e0', '0x1', '1.5'],
  ...['18446744073709551617', '55', '1', '1', '1', '2', '2', '3', '3', '3'],
].map((id) => get(`/pets/${id}`));

const together: readonly Probe[] = [
  async (service) => {
    const replies = ['1', '2'].map((id) =>
      ask(service, `/pets/${id}`, { authorization: enterprise(service) }),
    );
    return (await Promise.all(replies)).map((reply) => ({ ...reply, headers: {} }));
  },
  async (service) => {
    const bodies = ['sold', 'pending'].map(
      (status) => `{"name":"${status}","categoryId":1,"status":"${status}"}`,
    );
    const replies = bodies.map((body) => post(service, body, { authorization: enterprise(service) }));
    return (await Promise.all(replies)).map((reply) => ({ ...reply, headers: {} }));
  },
  ...Array.from({ length: 30 }, (_, index) =>
    create(`{"name":"More ${index}","categoryId":1,"status":"pending"}`),
  ),
  get('/pets/55'),
];

const rareLists: readonly Probe[] = [
  ...[
    '?limit=21',
    '?limit=50',
    '?limit=99',
    '?limit=100',
    '?limit=',
    '?limit=9223372036854775808',
    '?limit=300',
  ],
  ...[
    '?status=sold',
    '?status=available&limit=100',
    '?limit=20&status=sold',
    '?status=sold&limit=2',
    '?status=pending',
  ],
].map((query) => get(`/pets${query}`));

const others: readonly Probe[] = [
  get('/nowhere'),
  get('/pets', { method: 'DELETE' }),
  async (service) =>
    Promise.all(
      ['A', 'B', 'C'].map((name) =>
        post(service, `{"name":"${name}","categoryId":1}`, { authorization: enterprise(service) }),
      ),
    ).then(sorted),
  ...Array.from({ length: 35 }, (_, index) => create(`{"name":"Animal ${index}","categoryId":3}`)),
  get('/pets/7'),
  wholeList,
];

function sorted(replies: readonly Reply[]): readonly Reply[] {
  const idOf = ({ text }: Reply) => Number(/"id":(\d+)/.exec(text)?.[1]);
  return replies
    .toSorted((left, right) => idOf(left) - idOf(right))
    .map((reply) => ({ ...reply, text: reply.text.replace(/[AB]/, ''), json: undefined, headers: {} }));
}

export const probes: readonly Probe[] = [
  ...lists,
  ...creations,
  ...credentials,
  ...fields,
  ...bodies,
  ...names,
  ...others,
  ...nearMisses,
  ...negotiated,
  ...rareValues,
  ...rareNames,
  ...rareIds,
  ...together,
  ...rareLists,
];

/** What a probe brought, as text that is the same where two services answer alike. */
export async function transcript(probe: Probe, service: RunningImplementation): Promise<string> {
  try {
    const replies = await probe(service);
    return replies.map(line).join('\n');
  } catch {
    return 'no answer';
  }
}

function line({ status, headers, text }: Reply): string {
  const { 'keep-alive': _keepAlive, ...compared } = headers;
  return `${status} ${JSON.stringify(compared)} ${text}`;
}
