import { createServer as createPlainServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/secrets/redaction.ts';
import { type CarriedHeader, carrying, concealedIn, directTransport } from '../../src/target/transport.ts';
import { serving } from '../listening.ts';
import { certificateOfLocalhost, privateKey, secured } from './certificates.ts';
import { okAnswer, startRawServer } from './raw-server.ts';
import { apiKey, closeAfterwards, request, shownKey, testTarget } from './test-target.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((network) => network?.address === '::1');

describe('an address in the place of those that a name has', () => {
  it('is connected to, and the name is sent', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('[]'))));
    const { port } = new URL(server.baseUrl);
    const { target } = testTarget(`http://no-such-host.test:${port}/v1`, {
      transport: { ...directTransport, address: { ip: '127.0.0.1', port: null } },
    });
    expect((await target.send(request(), 'check')).response?.status).toBe(200);
    expect(server.requests[0]?.lines).toContain(`host: no-such-host.test:${port}`);
  });

  it('shows the certificate of the name, or none that is accepted', async () => {
    const server = closeAfterwards(
      await startRawServer((socket) => socket.write(okAnswer('[]')), secured(certificateOfLocalhost)),
    );
    const { port } = new URL(server.baseUrl);
    const transport = {
      ...directTransport,
      address: { ip: '127.0.0.1', port: null },
      certificateAuthorities: [certificateOfLocalhost],
    };
    const right = testTarget(`https://localhost:${port}/v1`, { transport });
    expect((await right.target.send(request(), 'check')).response?.status).toBe(200);
    const wrong = testTarget(`https://no-such-host.test:${port}/v1`, { transport });
    expect((await wrong.target.send(request(), 'check')).failure?.detail).toMatch(/another host name/);
  });
});

it('shows its own certificate to a server that asks for one', async () => {
  const authorized: boolean[] = [];
  const server = closeAfterwards(
    await startRawServer(
      (socket) => socket.write(okAnswer('[]')),
      (onConnection) =>
        createServer(
          {
            key: privateKey,
            cert: certificateOfLocalhost,
            ca: certificateOfLocalhost,
            requestCert: true,
            rejectUnauthorized: false,
          },
          (socket: TLSSocket) => {
            authorized.push(socket.authorized);
            onConnection(socket);
          },
        ),
    ),
  );
  const baseUrl = server.baseUrl.replace('http://127.0.0.1', 'https://localhost');
  const certificateAuthorities = [certificateOfLocalhost];
  const clientCertificate = { certificate: certificateOfLocalhost, privateKey };
  const known = testTarget(baseUrl, {
    transport: { ...directTransport, certificateAuthorities, clientCertificate },
  });
  await known.target.send(request(), 'check');
  const unknown = testTarget(baseUrl, { transport: { ...directTransport, certificateAuthorities } });
  await unknown.target.send(request(), 'check');
  expect(authorized).toEqual([true, false]);
});

it.runIf(hasIpv6)('speaks to an address of IPv6', async () => {
  const requests: string[] = [];
  const server = createPlainServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (chunk: Buffer) => {
        requests.push(chunk.toString('latin1'));
        socket.end(okAnswer('[]', 'Connection: close'));
      });
  });
  const { port } = closeAfterwards(await serving(server, '::1'));
  const { target } = testTarget(`http://[::1]:${port}/v1`);
  expect((await target.send(request(), 'check')).response?.status).toBe(200);
  expect(requests[0]).toContain(`\r\nhost: [::1]:${port}\r\n`);
});

describe('fields that every request carries', () => {
  const tenant: CarriedHeader = {
    name: 'X-Tenant',
    value: 'acme-internal-7',
    shownAs: '$ANIMAL_STORE_HEADER_1',
  };

  it('are sent and never shown, and a service that echoes them has echoed no key', async () => {
    const body = `{"tenant":"${tenant.value}","id":48151623}`;
    const server = closeAfterwards(
      await startRawServer((socket) => socket.write(okAnswer(body, `X-Tenant: ${tenant.value}`))),
    );
    const number = { name: 'X-Number', value: '48151623', shownAs: '$ANIMAL_STORE_HEADER_2' };
    const headers = [tenant, number];
    const { target } = testTarget(server.baseUrl, {
      transport: { ...directTransport, headers },
      redactor: new Redactor([{ value: apiKey, shownAs: shownKey }], [], headers),
    });
    const exchange = await target.send(request(), 'check');
    expect(server.requests[0]?.lines).toContain(`X-Tenant: ${tenant.value}`);
    expect(exchange.request.headers).toContainEqual(['X-Tenant', tenant.shownAs]);
    expect(exchange.request.headers).toContainEqual(['X-Number', number.shownAs]);
    expect(exchange.response).toMatchObject({
      // A number stays one: what stands there is JSON, and may be an id.
      body: `{"tenant":"${tenant.shownAs}","id":48151623}`,
      secretsEchoedIn: [],
    });
    expect(JSON.stringify(exchange)).not.toContain(tenant.value);
  });

  it.each([
    ['{"tenant":"acme","role":"keeper"}', '{"a":{"tenant":"acme","role":"keeper"}}', '{"a":"$FIELD"}'],
    ['{"tenant":"acme"}', '{"a":"{\\"tenant\\":\\"acme\\"}"}', '{"a":"$FIELD"}'],
    ['"acme-tenant"', '["acme-tenant"]', '["$FIELD"]'],
    ['[48151,62342]', '{"ids":[48151,62342]}', '{"ids":[48151,62342]}'],
    ['acme-tenant', '{"a":"of acme-tenant"}', '{"a":"of $FIELD"}'],
    ['"role":"keeper"', '{"a":"\\"role\\":\\"keeper\\""}', '{"a":"$FIELD"}'],
    ['"role":"keeper"', '{"role":"keeper"}', '{"role":"keeper"}'],
    ['false,true', '[false,true]', '[false,true]'],
    ['"48151623"', '{"a":"48151623"}', '{"a":"$FIELD"}'],
  ])('with the value %s: %s stays JSON', (value, body, shown) => {
    expect(new Redactor([], [], [{ value, shownAs: '$FIELD' }]).conceal(body)).toBe(shown);
  });

  it.each(['"available"', '"pending"', '"status":"sold"', '"name": "', '}, {"id":7'])(
    'leave alone what every service says: %s',
    (value) => {
      const body = '[{"id":1,"name": "Rex","status":"available"}, {"id":7,"name": "Max","status":"sold"}]';
      expect(new Redactor([], [], [{ value, shownAs: '$FIELD' }]).conceal(body)).toBe(body);
    },
  );

  it('hide a cookie or a token that an answer repeats alone', () => {
    const cookie = { name: 'cookie', value: 'theme=dark; sso=cookie7Q-abc=', shownAs: '$COOKIE' };
    const token = { name: 'X-Gateway-Authorization', value: 'Bearer token7Q-abc', shownAs: '$TOKEN' };
    const redactor = new Redactor([], [], concealedIn([cookie, token, tenant]));
    expect(redactor.conceal('sso=cookie7Q-abc=; Path=/')).toBe('sso=$COOKIE; Path=/');
    expect(redactor.conceal('of token7Q-abc, acme-internal-7, dark')).toBe(
      `of $TOKEN, ${tenant.shownAs}, dark`,
    );
  });

  it('leave the media type of an answer as it is', async () => {
    const type = 'application/json;v=7';
    const server = closeAfterwards(
      await startRawServer((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n[]`),
      ),
    );
    const headers = [{ name: 'X-Media', value: type, shownAs: '$ANIMAL_STORE_HEADER_1' }];
    const { target } = testTarget(server.baseUrl, {
      transport: { ...directTransport, headers },
      redactor: new Redactor([], [], headers),
    });
    const { response } = await target.send(request(), 'check');
    expect(response?.headers[0]).toEqual(['Content-Type', type]);
  });

  it('replace the fields of a request with the same name, and join its other cookies', () => {
    const cookie = { name: 'cookie', value: 'sso=1; token=2', shownAs: '$ANIMAL_STORE_HEADER_2' };
    const tried = request({
      headers: [
        { name: 'x-tenant', value: 'tried' },
        {
          name: 'Cookie',
          value: `token=${apiKey}; key=${apiKey}`,
          shownAs: `token=${shownKey}; key=${shownKey}`,
        },
      ],
    });
    expect(carrying(tried, [tenant, cookie]).headers).toEqual([
      tenant,
      {
        name: 'Cookie',
        value: `key=${apiKey}; sso=1; token=2`,
        shownAs: `key=${shownKey}; $ANIMAL_STORE_HEADER_2`,
      },
    ]);
    expect(carrying(tried, [])).toBe(tried);
  });
});
