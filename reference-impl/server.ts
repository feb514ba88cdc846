import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { composeParts, type PartsOptions } from './compose-parts.ts';
import type { Decoration } from './parts.ts';
import {
  defaultKeys,
  defaultRevokedKey,
  defaultSecondKeys,
  type IssuedKey,
  type Plan,
  plans,
} from './plans.ts';
import { createRequestListener } from './request-listener.ts';

/** The options of the reference implementation; all have defaults. */
export interface ReferenceImplementationOptions extends PartsOptions {
  /** 0, the default, selects a free port. */
  readonly port?: number;
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** Keys by plan, instead of the default ones. */
  readonly keys?: Readonly<Partial<Record<Plan, string>>>;
  /**
   * Exchanges or decorates parts before the service starts.
   *
   * @internal
   */
  readonly decorate?: Decoration;
}

/** A running service. */
export interface RunningImplementation {
  /** Ends with `/v1`, unless a fault changes that. */
  readonly baseUrl: string;
  /** One key per plan; that of `enterprise` has the highest limits. */
  readonly keys: Readonly<Record<Plan, string>>;
  /** A key of a second account of each plan. */
  readonly secondKeys: Readonly<Record<Plan, string>>;
  /** A key that is refused. */
  readonly revokedKey: string;
  /** Closes all connections immediately. */
  close(): Promise<void>;
}

/** Starts the service. @throws {Error} with the code of the system, e.g. `EADDRINUSE`, if it can't listen. */
export async function startReferenceImplementation(
  options: ReferenceImplementationOptions = {},
): Promise<RunningImplementation> {
  const keys = { ...defaultKeys, ...options.keys };
  const composed = composeParts(options, issuedKeys(keys));
  const parts = options.decorate?.(composed) ?? composed;
  const server = createServer({ keepAliveTimeout: 60_000 }, createRequestListener(parts));
  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, options.port ?? 0, host);
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}${parts.basePath}`,
    keys,
    secondKeys: defaultSecondKeys,
    revokedKey: defaultRevokedKey,
    close: () => close(server),
  };
}

function issuedKeys(keys: Readonly<Record<Plan, string>>): readonly IssuedKey[] {
  return [
    ...[keys, defaultSecondKeys].flatMap((keys) =>
      plans.map((plan) => ({ key: keys[plan], plan, revoked: false })),
    ),
    { key: defaultRevokedKey, plan: 'free', revoked: true },
  ];
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
