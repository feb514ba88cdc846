import { once } from 'node:events';
import { createServer } from 'node:http';

/** Listens where the harness expects it. */
export async function listen(listener) {
  const server = createServer(listener);
  await once(server.listen(Number(process.env.PORT), '127.0.0.1'), 'listening');
}
