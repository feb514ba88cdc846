import { valid } from './creation-probes.ts';
import { create, createInTwoChunks, enterprise, get, named, type Probe, wholeList } from './probe.ts';
import { ask, post } from './service-client.ts';

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
    '{"Name":"Rex","categoryId":1}',
    '{"name":"Rex","categoryId":9223372036854775808.0}',
    '["Rex",1,"sold"]',
    '{"name":"Rex","categoryId":1,"weight":NaN}',
    '{"name":"Rex","categoryId":01}',
    '{"name":"\\x41","categoryId":1}',
    '{"name":"Rex","categoryId":1} {"name":"Max","categoryId":1}',
    `{"name":"Rex","categoryId":1,"parents":${'['.repeat(1_500)}`,
    `{"name":${'['.repeat(1_500)}${']'.repeat(1_500)},"categoryId":1}`,
    '"{\\"name\\":\\"Rex\\",\\"categoryId\\":1}"',
    '42',
    '{\n"name":"Rex","categoryId":1}',
    '{"status":"sold","name":"Rex","categoryId":1}',
    '{"name":"\\u0052ex","categoryId":1}',
    '{"n\\u0061me":"Rex","categoryId":1}',
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
  createInTwoChunks('{"name":"Zoë","categoryId":1}', 12),
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
  ...['\\u0041', "a''b", '%s', '$&', 'dots...', 'escape\u001b'],
].map(named);

const rareIds: readonly Probe[] = [
  ...['0', '-5', '2117483639', '4294967297', '8070450532247928831', '1e0', '0x1', '1.5'],
  ...['18446744073709551617', '55', '1', '1', '1', '2', '2', '3', '3', '3'],
].map((id) => get(`/pets/${id}`));

const together: readonly Probe[] = [
  readTogether('1', '2'),
  // The same last digit.
  readTogether('1', '11'),
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

function readTogether(...ids: readonly string[]): Probe {
  return async (service) => {
    const replies = ids.map((id) => ask(service, `/pets/${id}`, { authorization: enterprise(service) }));
    return (await Promise.all(replies)).map((reply) => ({ ...reply, headers: {} }));
  };
}

/** Values, names, ids and lists that are seldom asked for, and requests that are sent together. */
export const rareProbes: readonly Probe[] = [
  get('/pets/5', { headers: { 'Accept-Encoding': 'gzip' } }),
  get('/pets?limit=1', { headers: { accept: '*/*' } }),
  get('/pets?status=sold', { headers: { 'accept-encoding': 'gzip' } }),
  get('/pets?limit=5', { headers: { 'accept-encoding': 'gzip' } }),
  create('{"name":"Rex","categoryId":1}', { accept: '' }),
  get('/pets/-5', { authorization: null }),
  ...rareValues,
  ...rareNames,
  ...rareIds,
  ...together,
  ...rareLists,
  create('{\n"name":"Rex","categoryId":1}', { 'content-type': 'application/json; charset=utf-8' }),
];
