import { packageVersion } from '../package-root.ts';
import { protocolVersion } from '../quota/generators/burst-message.ts';
import {
  type GeneratorAccess,
  GeneratorClient,
  GeneratorProblem,
} from '../quota/generators/generator-client.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { good, problem } from './preflight-headers.ts';
import type { RunOptions } from './run-options.ts';

/** How a run reaches its generators, or `null` if it has none. */
export function generatorAccess({ generators, transport }: RunOptions): GeneratorAccess | null {
  return generators === undefined
    ? null
    : { ...generators, certificateAuthorities: transport?.certificateAuthorities ?? [] };
}

const readings = 5;

/** Whether each generator of a run can be used: reached, of this version, free, and of the same path. */
export async function generatorSteps(options: RunOptions): Promise<PreflightStep[]> {
  const access = generatorAccess(options);
  if (access === null) {
    return [];
  }
  return await Promise.all(
    access.urls.map(async (url, index) => {
      const name = `generator ${index + 1}`;
      const client = new GeneratorClient(url, access);
      try {
        return await stepOf(name, client, options);
      } catch (error) {
        if (error instanceof GeneratorProblem) {
          const remedy = 'start it with the command generator, and pass its URL and its token';
          return problem(name, `${url} ${error.message}`, remedy);
        }
        throw error;
      } finally {
        await client.close();
      }
    }),
  );
}

async function stepOf(
  name: string,
  client: GeneratorClient,
  { baseUrl }: RunOptions,
): Promise<PreflightStep> {
  const { url } = client;
  const status = await client.status();
  const version = packageVersion();
  if (status.protocol !== protocolVersion || status.version !== version) {
    return problem(
      name,
      `${url} runs version ${status.version.slice(0, 40)} of this program, and this is ${version}`,
      'run the same version in both places',
    );
  }
  const own = pathOf(baseUrl);
  const theirs = pathOf(status.target);
  if (own !== theirs) {
    return problem(
      name,
      `${url} sends to the path ${theirs?.slice(0, 100) ?? 'of no URL'}, and this run tests ${own}`,
      'start it with a --target that has the same path',
    );
  }
  if (status.busy) {
    return problem(
      name,
      `${url} is busy with another burst`,
      'wait for the other run, or start another generator',
    );
  }
  await client.readClock(readings, monotonicMs);
  const within = Math.max(1, Math.ceil(client.clock.quickestMs));
  return good(
    name,
    `${url} sends to ${status.target.slice(0, 200)}; its clock is known to within ${within} ms`,
  );
}

function pathOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') || '/' : null;
}
