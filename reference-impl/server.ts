import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createKeyFinder, readCredential } from './credentials.ts';
import { handle } from './handler.ts';
import { createMemoryPetStore } from './memory-pet-store.ts';
import type { ApiRequest } from './messages.ts';
import { createNewPetReader } from './new-pet-reader.ts';
import { createPet, getPet, listPets, showPet } from './operations.ts';
import { readListQuery, readPetId } from './parameters.ts';
import type { Clock, Parts } from './parts.ts';
import {
  defaultKeys,
  defaultPlanLimits,
  defaultRevokedKey,
  type Plan,
  type PlanLimit,
  plans,
} from './plans.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { send, showAllowance, showProblem, writeMessage } from './responses.ts';
import { route } from './router.ts';

const largestBodyBytes = 2 ** 20;

/** What can be chosen; everything has a default. */
export interface ReferenceImplementationOptions {
  /** 0 takes any free port, and is the default. */
  readonly port?: number;
  /** `127.0.0.1` by default. */
  readonly host?: string;
  readonly clock?: Clock;
  readonly plans?: Readonly<Partial<Record<Plan, PlanLimit>>>;
  /** How long a minute of the limits lasts, in ms: 60,000 by default. */
  readonly minuteMs?: number;
  /** How long a day of the limits lasts, in ms: 86,400,000 by default. */
  readonly dayMs?: number;
  readonly keys?: Readonly<Partial<Record<Plan, string>>>;
  /** The categories that exist; any int64 is one by default. */
  readonly categories?: readonly bigint[];
  /** Exchanges or decorates parts before the service starts. */
  readonly decorate?: (parts: Parts) => Parts;
}

/** A service that runs. */
export interface RunningImplementation {
  /** Ends with `/v1`. */
  readonly baseUrl: string;
  readonly keys: Readonly<Record<Plan, string>>;
  readonly revokedKey: string;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

/** Starts the service. @throws {Error} with the system's code, e.g. `EADDRINUSE`, where it can't listen there. */
export async function startReferenceImplementation(
  options: ReferenceImplementationOptions = {},
): Promise<RunningImplementation> {
  const keys = { ...defaultKeys, ...options.keys };
  const composed = composeParts(options, keys);
  const parts = options.decorate?.(composed) ?? composed;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response, parts).catch(() => response.destroy());
  });
  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, options.port ?? 0, host);
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    keys,
    revokedKey: defaultRevokedKey,
    close: () => close(server),
  };
}

function composeParts(options: ReferenceImplementationOptions, keys: Readonly<Record<Plan, string>>): Parts {
  const clock = options.clock ?? Date;
  const issuedKeys = [
    ...plans.map((plan) => ({ key: keys[plan], plan, revoked: false })),
    { key: defaultRevokedKey, plan: 'free' as const, revoked: true },
  ];
  const rateSettings = {
    planLimits: { ...defaultPlanLimits, ...options.plans },
    minuteMs: options.minuteMs ?? 60_000,
    dayMs: options.dayMs ?? 86_400_000,
  };
  return {
    clock,
    issuedKeys,
    rateSettings,
    readCredential,
    findKey: createKeyFinder(issuedKeys),
    takeAllowance: createRateLimiter(rateSettings, clock),
    route,
    readListQuery,
    readNewPet: createNewPetReader(options.categories ?? null),
    readPetId,
    petStore: createMemoryPetStore(),
    showPet,
    listPets,
    createPet,
    getPet,
    showProblem,
    handle,
    showAllowance,
    writeMessage,
    send,
  };
}

async function answer(incoming: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const request = await readRequest(incoming);
  const answered = await parts.handle(request, parts);
  response.sendDate = false;
  parts.send(parts.writeMessage(answered, request, parts), request, response);
}

async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const target = (incoming.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  return {
    method: incoming.method ?? '',
    path: path.split('/').slice(1).map(decodeSegment),
    query: new URLSearchParams(queryAt === -1 ? '' : target.slice(queryAt + 1)),
    headers: incoming.headers,
    body: await readBody(incoming),
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= largestBodyBytes) {
      chunks.push(chunk);
    }
  }
  return size <= largestBodyBytes ? Buffer.concat(chunks) : null;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
