import { createServer, type Server, type Socket } from 'node:net';

/** Makes a server listen on a free port of this machine. Resolves with the port. */
export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) {
    throw new Error('the server has no port');
  }
  return address.port;
}

/** The same, and what closes the server with all its connections. */
export async function serving(
  server: Server,
  host?: string,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    port: await listening(server, host),
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port at which nothing listens any more. */
export async function freePort(): Promise<number> {
  const { port, close } = await serving(createServer());
  await close();
  return port;
}
