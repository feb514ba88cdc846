import { createServer, type RequestListener, type Server } from 'node:http';
import { defaultKeys, defaultSecondKeys } from '../../../reference-impl/plans.ts';
import { listening } from '../../listening.ts';

/** A service whose limiter somebody else wrote. */
export interface LimitedService {
  readonly baseUrl: string;
  readonly keys: typeof defaultKeys;
  readonly secondKeys: typeof defaultSecondKeys;
  close(): Promise<void>;
}

/** A way to start one; `minuteMs` is how long its minute lasts, whole seconds. */
export type StartLimited = (minuteMs: number) => Promise<LimitedService>;

export async function serve(listener: RequestListener): Promise<LimitedService> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  return serviceOn(await listening(server), () => closed(server));
}

export function serviceOn(port: number, close: () => Promise<void>): LimitedService {
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    keys: defaultKeys,
    secondKeys: defaultSecondKeys,
    close,
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
  });
}
