import { describe, expect, it } from 'vitest';
import { GeneratorClient, GeneratorProblem } from '../../../src/quota/generators/generator-client.ts';

import { startRawServer } from '../../target/raw-server.ts';
import { closeAfterwards } from '../wire/test-wire.ts';

const token = 'a-token-of-the-generators-7f1e';

/** A client of a server that keeps sending such pieces of a body. */
async function clientOf(piece: string, everyMs: number, patienceMs: number): Promise<GeneratorClient> {
  const server = closeAfterwards(
    await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
      const timer = setInterval(() => socket.write(piece), everyMs);
      socket.on('close', () => clearInterval(timer)).on('error', () => {});
    }),
  );
  const access = { urls: [], token, certificateAuthorities: [] };
  const client = new GeneratorClient(new URL(server.baseUrl).origin, access, patienceMs);
  return closeAfterwards(client);
}

describe('a generator that never ends its response', () => {
  it('is given up after a time, however often something comes', async () => {
    const client = await clientOf(' ', 5, 100);
    await expect(client.readClock(1, () => performance.now())).rejects.toThrow(GeneratorProblem);
  });

  it('is given up once it has said more than it may', async () => {
    const client = await clientOf(' '.repeat(20_000), 1, 60_000);
    await expect(client.status()).rejects.toThrow('returned more than a generator does');
  });

  it('is given up when the run ends', async () => {
    const client = await clientOf(' ', 5, 60_000);
    const ending = new AbortController();
    const reading = client.readClock(1, () => performance.now(), ending.signal);
    ending.abort();
    await expect(reading).rejects.toThrow(GeneratorProblem);
  });
});
