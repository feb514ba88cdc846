import { createServer } from 'node:http';
import type { TestContext } from 'vitest';
import { composeParts } from '../../reference-impl/compose-parts.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/server.ts';
import { type Restart, restarts } from './restarts.ts';

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
async function startRestartable(
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

export interface AcrossService extends RestartableImplementation {
  /** Shell commands that restart it, and that end it. */
  readonly command: string;
  readonly endingCommand: string;
}

export function restartNamed(name: string): Restart {
  const restart = restarts.find((one) => one.name === name);
  if (restart === undefined) {
    throw new Error(`there is no restart ${name}`);
  }
  return restart;
}

/** The context of a test: without it, a test that runs concurrently with others would clean up after another one. */
export type Finishing = Pick<TestContext, 'onTestFinished'>;

/** A service of one test that a shell command restarts; closed at the end of the test. */
export async function startAcrossService(
  restart: Restart,
  { onTestFinished }: Finishing,
  options: ReferenceImplementationOptions = {},
): Promise<AcrossService> {
  const service = await startRestartable(restart, options);
  const control = createServer((request, response) => {
    if (request.url === '/end') {
      service.goDown();
      response.end('ended');
    } else {
      void service.restart().then(() => response.end('restarted'));
    }
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    control.closeAllConnections();
    await new Promise((resolve) => control.close(resolve));
    await service.close();
  });
  const address = control.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const commandTo = (path: string) => {
    const script = `fetch('http://127.0.0.1:${port}/${path}').then((answer) => answer.text()).then(console.log)`;
    return `"${process.execPath}" -e "${script}"`;
  };
  return { ...service, command: commandTo('restart'), endingCommand: commandTo('end') };
}
