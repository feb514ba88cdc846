import {
  type GeneratorOptions,
  type RunningGenerator,
  startGenerator,
} from '../../../src/quota/generators/burst-server.ts';
import { directTransport } from '../../../src/target/transport.ts';
import { closeAfterwards } from '../wire/test-wire.ts';

export const token = 'a-token-for-these-tests';

/** Starts a generator on the loopback interface until the end of the test. */
export async function startTestGenerator(
  target: string,
  options: Partial<GeneratorOptions> = {},
): Promise<RunningGenerator> {
  return closeAfterwards(
    await startGenerator({
      host: '127.0.0.1',
      port: 0,
      token,
      target,
      transport: directTransport,
      tls: null,
      version: '1.2.3',
      ...options,
    }),
  );
}
