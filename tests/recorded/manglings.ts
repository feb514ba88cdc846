/** What recording programs do to traffic. */
export const manglings: readonly ((entry: Record<string, unknown>) => unknown)[] = [
  (entry) => entry,
  (entry) => ({ ...entry, time: -1, timings: {} }),
  (entry) => ({ ...entry, connection: undefined }),
  (entry) => ({ ...entry, startedDateTime: String(entry['startedDateTime']).replace(/\.\d+Z$/, 'Z') }),
  (entry) => withResponse(entry, (response) => ({ ...response, content: { size: 12, mimeType: 'x' } })),
  (entry) => withResponse(entry, (response) => ({ ...response, status: 0 })),
  (entry) => withResponse(entry, (response) => base64(response)),
  (entry) => withResponse(entry, (response) => cut(response)),
  (entry) => withRequest(entry, (request) => ({ ...request, postData: undefined, bodySize: 57 })),
  (entry) => withRequest(entry, (request) => ({ ...request, headers: browserHeaders(request['headers']) })),
  (entry) => withRequest(entry, (request) => ({ ...request, headers: withoutKey(request['headers']) })),
  (entry) => withResponse(entry, (response) => ({ ...response, headers: readByScript(response['headers']) })),
];

/** What a page of another origin may read, where the service exposes one field. */
const readByScript = (headers: unknown) =>
  (headers as Pair[]).filter(({ name }) =>
    /^(?:cache-control|content-(?:language|length|type)|expires|last-modified|pragma|x-ratelimit-limit)$/i.test(
      name,
    ),
  );

type Fields = Record<string, unknown>;
interface Pair {
  name: string;
  value: string;
}

const withResponse = (entry: Fields, change: (response: Fields) => Fields) => ({
  ...entry,
  response: change(entry['response'] as Fields),
});
const withRequest = (entry: Fields, change: (request: Fields) => Fields) => ({
  ...entry,
  request: change(entry['request'] as Fields),
});
const textOf = (response: Fields) => String((response['content'] as Fields)['text'] ?? '');
const base64 = (response: Fields): Fields => ({
  ...response,
  content: {
    size: -1,
    mimeType: 'x',
    text: Buffer.from(textOf(response)).toString('base64'),
    encoding: 'base64',
  },
});
const cut = (response: Fields): Fields => ({
  ...response,
  content: {
    ...(response['content'] as Fields),
    size: Buffer.byteLength(textOf(response)),
    text: textOf(response).slice(0, 20),
  },
});
const withoutKey = (headers: unknown) =>
  (headers as Pair[]).filter(({ name }) => name.toLowerCase() !== 'authorization');
/** As over HTTP/2, from a page. */
const browserHeaders = (headers: unknown) => [
  { name: ':authority', value: 'animals.example' },
  { name: ':path', value: '/v1/pets' },
  ...(headers as Pair[])
    .filter(({ name }) => !/^(?:host|connection)$/i.test(name))
    .map(({ name, value }) => ({ name: name.toLowerCase(), value })),
  { name: 'sec-fetch-mode', value: 'cors' },
  { name: 'origin', value: 'https://shop.example' },
  { name: 'cookie', value: 'session=0123456789abcdef0123' },
];
