import { createServer } from 'node:http';
import type { TestContext } from 'vitest';
import type { ReferenceImplementationOptions } from '../../reference-impl/index.ts';
import { type RestartableImplementation, startRestartable } from './restartable.ts';
import { type Restart, restarts } from './restarts.ts';

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
