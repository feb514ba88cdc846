import { composeParts } from '../../reference-impl/compose-parts.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/server.ts';
import type { Restart } from './restarts.ts';

/** A running service that can be restarted without leaving its port. */
export interface RestartableImplementation extends RunningImplementation {
  /** Restarts it: resolves once it received a creation, a list and a reading meanwhile, and serves again. */
  restart(): Promise<void>;
  /** Restarts it while nobody asks. */
  restartUnseen(): void;
  /** Begins a restart that does not end. */
  goDown(): void;
}

/** The kinds of requests that a restart waits for, so that a client sees all of it, however slow the machine is. */
const kinds = ['creation', 'list', 'animal'] as const;

/** Starts the service, to be restarted in one way. */
export async function startRestartable(
  { meanwhile, afterwards }: Restart,
  options: ReferenceImplementationOptions = {},
): Promise<RestartableImplementation> {
  let current: Parts | null = null;
  const service = await startReferenceImplementation({
    ...options,
    decorate: (composed) => {
      const parts = options.decorate?.(composed) ?? composed;
      current = parts;
      return new Proxy(parts, { get: (_parts, name) => Reflect.get(current ?? parts, name) });
    },
  });
  const restart = async (): Promise<void> => {
    if (current === null) {
      return;
    }
    const before: Parts = current;
    await new Promise<void>((resolve) => {
      const awaited = new Set<(typeof kinds)[number]>(kinds);
      const parts = meanwhile(before);
      current = {
        ...parts,
        send: (message, request, response) => {
          parts.send(message, request, response);
          awaited.delete(
            request.method === 'POST' ? 'creation' : request.path.length > 2 ? 'animal' : 'list',
          );
          if (awaited.size === 0) {
            resolve();
          }
        },
      };
    });
    current = afterwards(before, composeParts(options, before.issuedKeys));
  };
  const restartUnseen = (): void => {
    current = current && afterwards(current, composeParts(options, current.issuedKeys));
  };
  const goDown = (): void => {
    current = current && meanwhile(current);
  };
  return { ...service, restart, restartUnseen, goDown };
}
