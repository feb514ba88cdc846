import { createHash } from 'node:crypto';
import { get, type Probe, withoutHeader } from './probe.ts';
import { ask } from './service-client.ts';

/** A list with a credential made from the key. */
function listWith(authorization: (key: string) => string): Probe {
  return async (service) => [
    await ask(service, '/pets?limit=1', { authorization: authorization(service.keys.enterprise) }),
  ];
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const forms = [
  (key: string) => `Bearer ${key},a`,
  (key: string) => `Bearer ${key};a`,
  (key: string) => `Bearer "${key}"`,
  (key: string) => `Bearer '${key}'`,
  (key: string) => `Bearer a ${key}`,
  (key: string) => `Bearer Bearer ${key}`,
  (key: string) => `Bearer token=${key}`,
  (key: string) => `Bearer key=${key}`,
  (key: string) => `JWT ${key}`,
  (key: string) => `Key ${key}`,
  (key: string) => `Digest Bearer ${key}`,
  (key: string) => `Bearer=${key}`,
  (key: string) => `Bearer;${key}`,
  ...['a:KEY', ':KEY', 'KEY', 'KEY:KEY'].map(
    (pair) => (key: string) => `Basic ${base64(pair.replaceAll('KEY', key))}`,
  ),
];

const tokens = [
  (key: string) => `%65${key.slice(1)}`,
  (key: string) => `${key}%0A`,
  (key: string) => `${key}%00a`,
  base64,
  (key: string) => Buffer.from(key).toString('hex'),
  (key: string) => createHash('sha256').update(key).digest('hex'),
  (key: string) => createHash('sha256').update(key).digest('base64'),
  (key: string) => createHash('md5').update(key).digest('hex'),
  (key: string) => `${key.slice(0, 9)}~${key.slice(9)}`,
  (key: string) => `${key.slice(0, 9)}-${key.slice(9)}`,
  (key: string) => `${key}..`,
  (key: string) => `${key.slice(0, 9)}%`,
  (key: string) => `_${key.slice(1)}`,
  (key: string) => `${key.slice(0, 9)}*`,
  (key: string) => key.slice(0, 20),
  (key: string) => key + key,
  ...['.*', 'valueOf', 'undefined', 'nil', 'false', 'true', 'test', 'demo', 'YOUR_API_KEY'].map(
    (token) => () => token,
  ),
].map((token) => (key: string) => `Bearer ${token(key)}`);

const fields: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': '127.0.0.2' },
  { 'x-real-ip': '10.0.0.1' },
  { 'x-user-id': '7' },
  { 'x-authenticated-user': 'bella' },
  { 'x-consumer-username': 'bella' },
  { 'x-internal': '1' },
  { 'x-debug': 'on' },
  { origin: 'http://localhost:3000' },
  { referer: 'http://localhost:3000/' },
  { 'x-http-method-override': 'OPTIONS' },
];

const paths = ['/pets/', '/PETS', '/pets.xml'];

const ids = [
  ...['1%20', '%EF%BC%91', '0b1', '1u', '1.json', '1,2', '%221%22', '[1]', '%C2%A01', '1.'],
  ...[String(2n ** 128n + 1n), 'valueOf', '9'.repeat(400), 'undefined'],
];

/** Credentials, paths and ids that only lenient parsers accept. */
export const readerProbes: readonly Probe[] = [
  ...[...forms, ...tokens].map(listWith),
  ...fields.map((headers) => withoutHeader(() => ({ headers }))),
  ...paths.map((path) => withoutHeader(() => ({ path }))),
  ...ids.map((id) => get(`/pets/${id}`)),
];
