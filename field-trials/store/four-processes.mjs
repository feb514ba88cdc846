import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { storeRoutes } from './routes.mjs';

const processes = 4;

/**
 * Runs a service in four processes, as a cluster does, with one store and one Redis behind them.
 *
 * The harness ends all of them, and removes the folder of their sockets.
 *
 * @param serve starts one of them. It gets the routes of the store and the socket of Redis, and returns the server
 * once it listens.
 */
export async function inFourProcesses(serve) {
  if (cluster.isWorker) {
    const { STORE_SOCKET: store, REDIS_SOCKET: redis } = process.env;
    await serve(forwardedTo(store), redis);
    process.send('listening');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'four-processes-'));
  const sockets = { STORE_SOCKET: join(folder, 'store'), REDIS_SOCKET: join(folder, 'redis') };
  await once(createServer(storeRoutes()).listen(sockets.STORE_SOCKET), 'listening');
  await startRedis(folder, sockets.REDIS_SOCKET);
  const workers = Array.from({ length: processes }, () => cluster.fork(sockets));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  console.log('listening');
}

/** Hands requests on to the store in the first process, and keeps the headers that the limiter has set. */
function forwardedTo(socketPath) {
  return (request, response) => {
    const { method, url, headers } = request;
    const forwarded = send({ socketPath, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forwarded.once('error', () => response.destroy());
    request.pipe(forwarded);
  };
}

/** Redis without files and without a port. */
async function startRedis(folder, socket) {
  const redis = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface(redis.stdout)) {
    if (/ready to accept connections/i.test(line)) {
      redis.stdout.resume();
      return;
    }
  }
  throw new Error('redis-server did not start');
}
