import { Client } from 'undici';
import { create, credential, enterprise, get, named, type Probe, wholeList } from './probe.ts';
import { ask, post, type Reply } from './service-client.ts';

/** Names that some language reads as another value. */
const values: readonly Probe[] = [
  ...['8', '1e3', '0x8', '7_5', '2.50', 'null', 'nil', 'undefined', 'False', 'yes', 'no', 'NaN'],
  ...['toString', '__proto__', '[8]', '"8"', '[object Null]', '2001-02-03', '2001-02-03T04:05:06Z'],
  '01234567-89AB-CDEF-0123-456789ABCDEF',
].map(named);

/** Substrings that some faults alter. */
const texts: readonly Probe[] = [
  ...['http://example.org/?q=1', 'max@example.org', '&nbsp;', '&#x41;', '\\u0000', '\\x42', '\\\\', '{1}'],
  ...[
    '{{ word }}',
    '#{word}',
    ':)',
    '--',
    '(C)',
    '../',
    'D:\\a',
    '%20',
    '\u{1f44d}\u{1f3fe}',
    '\u{1f1eb}\u{1f1f7}',
  ],
  'Jos\u00e9',
  ...['\u{1f3f4}\u{e0067}\u{e007f}', '8\ufe0f\u20e3', '\u2067a\u2069', '\u061c', 'q\u0308\u0323', '\ufdf2'],
].map(named);

const lengths: readonly Probe[] = [
  ...['\u{1f408}'.repeat(700), `a${'\u{1f408}'.repeat(20_000)}`].map(named),
  create('{"name":"\\ud83d\\udc08","categoryId":1}'),
  create('{"name":"\u2068%20\u2069","categoryId":1,"status":"sold"}'),
  get('/pets?status=sold&limit=100'),
];

const queries: readonly Probe[] = [
  ...[
    'limit=%D9%A3',
    'status=%00',
    'status=%E9',
    'limit=3&limit=4',
    'status[x]=sold',
    'status=valueOf',
    'limit',
  ],
  ...[
    'limit=-18446744073709551617',
    'status=sold&limit=-3',
    'limit=0b1',
    'status=so_d',
    'limit=384',
    'limit=131072',
  ],
  ...[
    'limit=8589934592',
    'limit=1e500',
    'limit=None',
    'limit=true',
    'limit=21&status=sold',
    'limit=200&status=sold',
  ],
  ...[
    'limit=50&status=available',
    'limit=2&status=pending',
    'limit=99&status=sold',
    'limit=4&status=pending',
  ],
  ...['status=so%6cd', 'limit=%33', 'limit=9&&status=sold', 'limit=1', 'limit=5&status=pending'],
  ...['limit=5&status=sold', 'limit=7&status=sold', 'limit=7&status=pending'],
].map((query) => get(`/pets?${query}`));

/** Sends these requests concurrently. */
function together(paths: readonly string[]): Probe {
  return async (service) => {
    const replies = paths.map((path) => ask(service, path, { authorization: enterprise(service) }));
    return (await Promise.all(replies)).map((reply): Reply => ({ ...reply, headers: {} }));
  };
}

const numbers = Array.from({ length: 16 }, (_, index) => index);

const atOnce: readonly Probe[] = [
  together(numbers.map((number) => `/pets/${10 + number}`)),
  together(numbers.map((number) => `/pets?status=${number % 2 === 0 ? 'sold' : 'pending'}&limit=3`)),
  together(numbers.map((number) => `/pets?limit=${20 - number}`)),
  async (service) => {
    const asked = { authorization: enterprise(service) };
    const creation = create('{"name":"Half built","categoryId":1}')(service);
    const lists = numbers.map(() => ask(service, '/pets?limit=2', asked));
    const replies = [...(await Promise.all(lists)), ...(await creation)];
    return replies.map((reply): Reply => ({ ...reply, headers: {} }));
  },
];

/** The later of two animals that are 48, 64 and 100 ids apart, and an old one. */
const far: readonly Probe[] = ['10', '58', '74', '110', '120', '20', '7'].map((id) => get(`/pets/${id}`));

/** Sends requests one after the other on one connection. */
function onOneConnection(requests: readonly (readonly [path: string, body?: string])[]): Probe {
  return async (service) => {
    const client = new Client(new URL(service.baseUrl).origin);
    const replies: Reply[] = [];
    for (const [path, body = null] of requests) {
      const answer = await client.request({
        path: `/v1${path}`,
        method: body === null ? 'GET' : 'POST',
        headers: {
          Authorization: path.includes('=1') ? 'Bearer nobody' : enterprise(service),
          'Content-Type': 'application/json',
        },
        body,
      });
      replies.push({
        status: answer.statusCode,
        headers: {},
        text: await answer.body.text(),
        json: undefined,
      });
    }
    await client.close();
    return replies;
  };
}

/** An error, then more requests on the same connection; those for `limit=1` have no key. */
const behindErrors: readonly Probe[] = [
  onOneConnection([
    ['/pets/99999'],
    ['/pets?limit=3'],
    ['/pets', '{'],
    ['/pets/5'],
    ['/pets', '{'],
    ['/pets?limit=1'],
  ]),
  create('{"name":"Rex","categoryId":1,"status":"sold"}'),
  get('/pets?limit=3&status=sold'),
  named('Rex'),
];

const beyondAscii = [Buffer.from('\u{1f511}').toString('latin1'), '\u00e9t\u00e9'];

/** Bytes that are invalid in the expected encoding, and very long values. */
const encodings: readonly Probe[] = [
  ...[...beyondAscii, 'x'.repeat(300), 'x'.repeat(700)].map((token) => credential(() => `Bearer ${token}`)),
  ...['?status=%E9', '?limit=%FE', '/%FF'].map((rest) => get(`/pets${rest}`)),
  async (service) => {
    const asked = { authorization: enterprise(service) };
    const bodies = [
      Buffer.from('{"name":"R\u00e9x","categoryId":1}', 'latin1'),
      Buffer.from('{"name":"Rex","categoryId":1}', 'utf16le'),
      `{"name":"Rex","categoryId":${'7'.repeat(6_000)}}`,
    ];
    return Promise.all(bodies.map((body) => post(service, body, asked)));
  },
];

/** The next id before and after the creation of its animal, and a list with the number of its animals as the limit. */
const absent: readonly Probe[] = [
  async (service) => {
    const authorization = enterprise(service);
    const created = await post(service, '{"name":"Rex","categoryId":1,"status":"pending"}', {
      authorization,
    });
    const next = Number(/"id":(\d+)/.exec(created.text)?.[1] ?? 0) + 1;
    const early = await ask(service, `/pets/${next}`, { authorization });
    await post(service, '{"name":"Rex","categoryId":1,"status":"pending"}', { authorization });
    return [early, await ask(service, `/pets/${next}`, { authorization })];
  },
  async (service) => {
    const authorization = enterprise(service);
    const { text } = await ask(service, '/pets?status=pending&limit=100', { authorization });
    const count = text.split('"id"').length - 1;
    return [await ask(service, `/pets?status=pending&limit=${count}`, { authorization })];
  },
];

/** Values that some parsers, converters and object pools misread. */
const misread: readonly Probe[] = [
  create('name=Rex&categoryId=1', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  create(' {"name":"Rex","categoryId":1}'),
  get('/pets/9223372036854775807'),
  get('/pets/-9223372036854775808'),
];

/** Ids of clients, members that some statuses need, and an encoding in the media type. */
const otherClients: readonly Probe[] = [
  ...[
    '{"id":"123456789","name":"Cuckoo","categoryId":1}',
    '{"id":-123456789,"name":"Cuckoo","categoryId":1}',
    '{"name":"Rex","status":"available"}',
    '{"categoryId":1,"status":"sold"}',
    '{"name":"Rex","categoryId":1,"owner":NULL}',
  ].map((body) => create(body)),
  create('{"name":"Fl\u00f6ckchen","categoryId":1}', { 'content-type': 'application/json;charset=utf-8' }),
];

/** Probes for faults beyond the plain cases. */
export const varietyProbes: readonly Probe[] = [
  ...queries,
  ...values,
  ...texts,
  ...lengths,
  ...behindErrors,
  ...atOnce,
  ...far,
  ...encodings,
  ...absent,
  ...misread,
  ...otherClients,
  wholeList,
];
