import { expect, it } from 'vitest';
import { Redactor } from '../../src/secrets/redaction.ts';
import { startRawServer } from './raw-server.ts';
import { apiKey, closeAfterwards, request, shownKey, targetOf, testTarget } from './test-target.ts';

const basic = Buffer.from(`${apiKey}:`).toString('base64');

/** A server that repeats what it was sent in every place and encoding. */
async function echoing(secret: string) {
  const body = JSON.stringify({ message: `bad key ${secret}`, url: `/pets?k=${encodeURIComponent(secret)}` });
  return closeAfterwards(
    await startRawServer((socket) =>
      socket.write(
        [
          'HTTP/1.1 401 Unauthorized',
          `Content-Length: ${Buffer.byteLength(body)}`,
          `Location: /login?key=${encodeURIComponent(secret)}`,
          `X-Basic: ${Buffer.from(`user:${secret}`).toString('base64')}`,
          `X-Harmless: bad`,
          `X-Key: ${secret}`,
          '',
          body,
        ].join('\r\n'),
      ),
    ),
  );
}

it('replaces the key wherever a server repeats it, and says where', async () => {
  const server = await echoing(apiKey);
  const { target } = testTarget(server.baseUrl);
  const exchange = await target.send(
    request({
      method: 'POST',
      target: `/pets?api_key=${encodeURIComponent(apiKey)}`,
      headers: [
        { name: 'Authorization', value: `Bearer ${apiKey}` },
        { name: 'X-Basic', value: `Basic ${basic}` },
      ],
      body: JSON.stringify({ name: apiKey }),
    }),
    'check',
  );
  const record = JSON.stringify(exchange);
  for (const form of [apiKey, encodeURIComponent(apiKey), basic.slice(0, 20), JSON.stringify(apiKey)]) {
    expect(record).not.toContain(form);
  }
  expect(exchange.request.target).toBe(`/pets?api_key=${shownKey}`);
  expect(exchange.request.body).toBe(`{"name":"${shownKey}"}`);
  expect(exchange.response?.secretsEchoedIn).toEqual([
    'header location',
    'header x-basic',
    'header x-key',
    'body',
  ]);
  expect(exchange.response?.headers).toContainEqual(['X-Key', shownKey]);
  expect(JSON.parse(exchange.response?.body ?? '')).toEqual({
    message: `bad key ${shownKey}`,
    url: `/pets?k=${shownKey}`,
  });
});

it('replaces the key in a failure', async () => {
  const { target } = await targetOf((socket) => socket.end(`hello ${apiKey}`));
  const exchange = await target.send(request(), 'check');
  expect(exchange.failure?.code).toBe('not-http');
  expect(exchange.failure?.detail).toContain(`begins "hello ${shownKey}"`);
});

it('replaces the beginning of a key that a body broke off in', async () => {
  const { target } = await targetOf((socket) =>
    socket.end(`HTTP/1.1 401 Unauthorized\r\nContent-Length: 99\r\n\r\n{"message":"${apiKey.slice(0, 14)}`),
  );
  const { response, failure } = await target.send(request(), 'check');
  expect(failure?.code).toBe('truncated');
  expect(response?.body).toBe(`{"message":"${shownKey}`);
});

it('replaces near misses of the key that were sent', async () => {
  const nearMiss = `${apiKey.slice(0, -1)}5`;
  const server = await echoing(nearMiss);
  const { target } = testTarget(server.baseUrl);
  const shownAs = '$(printf %s "$ANIMAL_STORE_API_KEY" | sed \'s/.$/5/\')';
  const exchange = await target.send(
    request({
      headers: [{ name: 'Authorization', value: `Bearer ${nearMiss}`, shownAs: `Bearer ${shownAs}` }],
      credential: 'invalid',
    }),
    'check',
  );
  expect(JSON.stringify(exchange)).not.toContain(nearMiss);
  expect(exchange.request.headers).toContainEqual(['Authorization', `Bearer ${shownAs}`]);
  expect(JSON.parse(exchange.response?.body ?? '')).toMatchObject({
    message: `bad key ${shownAs.replaceAll('"', '')}`,
  });
});

it('masks a part of the key without taking it for the key, and leaves less of it alone, or an ordinary word', async () => {
  const half = apiKey.slice(0, 8);
  const server = await echoing(half);
  const { target } = testTarget(server.baseUrl, {
    redactor: new Redactor([
      { value: apiKey, shownAs: shownKey },
      { value: 'bad', shownAs: '$ANIMAL_STORE_REVOKED_KEY' },
    ]),
  });
  const exchange = await target.send(
    request({
      headers: [
        {
          name: 'Authorization',
          value: `Bearer ${half}`,
          shownAs: 'Bearer $' + '{ANIMAL_STORE_API_KEY%???}',
        },
      ],
    }),
    'check',
  );
  expect(exchange.response?.secretsEchoedIn).toEqual([]);
  expect(exchange.response?.body).toContain(`bad key ${shownKey}`);
  const less = await echoing(apiKey.slice(0, 7));
  const said = await testTarget(less.baseUrl).target.send(request(), 'check');
  expect(said.response?.body).toContain(`bad key ${apiKey.slice(0, 7)}`);
  const plain = await target.send(
    request({ headers: [{ name: 'Authorization', value: 'Bearer bad' }] }),
    'check',
  );
  expect(plain.request.headers).toContainEqual(['Authorization', 'Bearer $ANIMAL_STORE_REVOKED_KEY']);
});
