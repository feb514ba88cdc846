/** The part of each Vitest file that sends requests and reads responses: only Node.js, so that headers go out as listed. */
export const prelude = `/** One request over a connection of its own, its header fields in this order and letter case. After a 429 it waits and repeats. */
async function send(method, target, headers, body = null, firstWriteBytes = null) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendOnce(method, target, headers, body, firstWriteBytes);
    const seconds = Number(response.header('Retry-After') ?? 1);
    if (response.status !== 429 || attempt === 3 || !(seconds <= 61)) {
      return response;
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

function sendOnce(method, target, headers, body, firstWriteBytes) {
  const url = new URL(baseUrl);
  const length = body === null && method !== 'POST' ? [] : ['Content-Length', String(body?.length ?? 0)];
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\\[|\\]$/g, ''),
      port: url.port,
      method,
      path: url.pathname.replace(/\\/+$/, '') + target,
      headers: ['Host', url.host, 'Connection', 'close', ...headers.flat(), ...length],
      agent: false,
      timeout: 30_000,
    });
    request.on('timeout', () => request.destroy(new Error('no response within 30 s')));
    request.on('error', reject);
    request.on('response', (incoming) => {
      const pieces = [];
      incoming.on('error', reject);
      incoming.on('data', (piece) => pieces.push(piece));
      incoming.on('end', () => {
        try {
          resolve(received(incoming, Buffer.concat(pieces)));
        } catch (error) {
          reject(error);
        }
      });
    });
    if (body !== null && firstWriteBytes !== null) {
      request.write(body.subarray(0, firstWriteBytes));
      setTimeout(() => request.end(body.subarray(firstWriteBytes)), 100);
    } else {
      request.end(body ?? undefined);
    }
  });
}

function received(incoming, bytes) {
  const codings = { gzip: zlib.gunzipSync, 'x-gzip': zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync };
  const decode = codings[incoming.headers['content-encoding']?.toLowerCase()] ?? ((plain) => plain);
  const text = decode(bytes).toString('utf8');
  return {
    status: incoming.statusCode,
    text,
    /** The values of a header field, joined by commas, or undefined. */
    header: (name) => {
      const values = incoming.headersDistinct[name.toLowerCase()];
      return values?.join(', ');
    },
    /** A member of the JSON body, or all of it. Integers that a double can't hold are BigInt. */
    json: (member = '') => {
      const value = exactJson(text);
      return member === '' ? value : Object.hasOwn(Object(value), member) ? value[member] : undefined;
    },
  };
}

function exactJson(text) {
  const tokens = /"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g;
  const marked = text.replace(tokens, (token) => (/^-?\\d{16,}$/.test(token) ? \`"\\\\u0000\${token}"\` : token));
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && /^\\0-?\\d{16,}$/.test(value) ? BigInt(value.slice(1)) : value,
  );
}

function typeOf(value) {
  if (Array.isArray(value)) {
    return 'list';
  }
  const isInteger = typeof value === 'bigint' || Number.isInteger(value);
  return isInteger ? 'integer' : value === null ? 'null' : typeof value;
}

function expectPet(pet) {
  expect(typeOf(pet), 'type of the animal').toBe('object');
  expect(typeOf(pet.id), 'type of id').toBe('integer');
  expect(BigInt.asIntN(64, BigInt(pet.id)), 'id within int64').toBe(BigInt(pet.id));
  expect(typeOf(pet.name), 'type of name').toBe('string');
  expect(typeOf(pet.categoryId), 'type of categoryId').toBe('integer');
  expect(BigInt.asIntN(64, BigInt(pet.categoryId)), 'categoryId within int64').toBe(BigInt(pet.categoryId));
  expect([undefined, 'available', 'pending', 'sold'], 'status').toContain(pet.status);
}

/** The value of an environment variable. */
function variable(name) {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(\`set the environment variable \${name}: see the command at the top of this file\`);
  }
  return value;
}
`;
