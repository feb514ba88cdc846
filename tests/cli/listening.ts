import type { Server } from 'node:http';

/** Makes a server listen on a free port of 127.0.0.1. Resolves with the port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) {
    throw new Error('the server has no port');
  }
  return address.port;
}
