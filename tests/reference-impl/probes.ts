import { bodies, creations, fields, names, valid } from './creation-probes.ts';
import { create, credential, enterprise, get, type Probe, wholeList, withoutHeader } from './probe.ts';
import { rareProbes } from './rare-probes.ts';
import { readerProbes } from './reader-probes.ts';
import { ask, post, type Reply } from './service-client.ts';
import { unexpectedProbes } from './unexpected-probes.ts';
import { varietyProbes } from './variety-probes.ts';

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
  ...['😀', '"quoted"', ' blanks ', 'e\u0301', 'x'.repeat(300)].map((name) =>
    createAndGet(JSON.stringify({ name, categoryId: 1 })),
  ),
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

const others: readonly Probe[] = [
  get('/nowhere'),
  get('/pets/2/nowhere'),
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

/** Everything that is asked of a service, in this order. */
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
  ...rareProbes,
  ...unexpectedProbes,
  ...readerProbes,
  ...varietyProbes,
];
