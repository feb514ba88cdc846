import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunningImplementation } from '../../reference-impl/index.ts';
import { type Asked, ask, post, type Reply } from './service-client.ts';

/** One thing to ask of a service; the answers of two services to the same sequence can be compared. */
export type Probe = (service: RunningImplementation) => Promise<readonly Reply[]>;

export function enterprise(service: RunningImplementation): string {
  return `Bearer ${service.keys.enterprise}`;
}

export function get(path: string, asked: Asked = {}): Probe {
  return async (service) => [await ask(service, path, { authorization: enterprise(service), ...asked })];
}

export function create(body: string, headers: Readonly<Record<string, string>> = {}): Probe {
  return async (service) => [await post(service, body, { authorization: enterprise(service), headers })];
}

/** A creation whose body arrives in two chunks: the server reads the first before the client writes the second. */
export function createInTwoChunks(body: string, firstBytes: number): Probe {
  return async (service) => {
    const bytes = Buffer.from(body);
    async function* chunks(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, firstBytes);
      for (let turns = 0; turns < 50; turns += 1) {
        await nextTurn();
      }
      yield bytes.subarray(firstBytes);
    }
    const headers = { 'content-length': String(bytes.length) };
    return [await post(service, Readable.from(chunks()), { authorization: enterprise(service), headers })];
  };
}

/** The same credential on a list, an animal, an unknown one, a creation and requests that are wrong besides. */
export function credential(authorization: (key: string) => string | null): Probe {
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

export function withoutHeader(
  asked: (key: string) => { path?: string; headers?: Record<string, string> },
): Probe {
  return async (service) => {
    const { path = '/pets', headers = {} } = asked(service.keys.enterprise);
    return [await ask(service, path, { authorization: null, headers })];
  };
}

export function named(name: string): Probe {
  return create(JSON.stringify({ name, categoryId: 1 }));
}

export const wholeList = get('/pets?limit=100');

/** What a probe brought, as text that is the same where two services answer alike. */
export async function transcript(probe: Probe, service: RunningImplementation): Promise<string> {
  try {
    const replies = await probe(service);
    return replies.map(line).join('\n');
  } catch {
    return 'no response';
  }
}

function line({ status, headers, text }: Reply): string {
  const { 'keep-alive': _keepAlive, ...compared } = headers;
  return `${status} ${JSON.stringify(compared)} ${text}`;
}
