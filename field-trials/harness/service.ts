import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { start, stop } from './processes.ts';
import type { Subject } from './subject.ts';

/** A subject that listens. */
export interface Service {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** The keys that every subject is started with. They open nothing else. */
export const keys = {
  /** Of a plan that is ample for a run. */
  ample: 'tK7wQx2LmZ9rVb4HnYc6Jd8P',
  /** Two accounts of the plan that is measured. */
  measured: ['pR5sGf3WkN8vTq1XzBh7Mj4C', 'yD6uEa9SoL2iFw5KgVx8Rn3T'],
  /** Never issued. */
  revoked: 'cU4mZt7BqJ1xHs6PdWf9Lk2G',
} as const;

export const amplePlan = 'business';

const attempts = 3;
const maxStartMs = 90_000;

/**
 * Starts a subject on a free port.
 *
 * @param temporary the folder for its temporary files.
 * @throws where it doesn't print `listening` in time. The message has the end of its output.
 */
export async function startService(subject: Subject, temporary: string): Promise<Service> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(subject, temporary, await freePort());
    } catch (error) {
      // Another program may have taken the port meanwhile.
      if (attempt === attempts || !/EADDRINUSE|in use/i.test(String(error))) {
        throw error;
      }
    }
  }
}

async function startOnce(subject: Subject, temporary: string, port: number): Promise<Service> {
  const issued = [
    `${amplePlan}=${keys.ample}`,
    ...keys.measured.map((measured) => `${subject.plan}=${measured}`),
  ];
  const child = start('sh', ['-c', subject.start], {
    cwd: subject.folder,
    env: {
      ...process.env,
      TMPDIR: temporary,
      PORT: String(port),
      API_KEYS: issued.join(','),
      MINUTE_MS: String(millisecondsOf(subject.minute ?? '60s')),
    },
  });
  try {
    await listening(child);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => stop(child) };
}

function listening(child: ChildProcess): Promise<void> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) {
    throw new Error('the service has no output');
  }
  let printed = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`${what}\n${printed}`));
    const timer = setTimeout(() => fail(`not listening after ${maxStartMs / 1_000} s`), maxStartMs);
    const keep = (line: string) => {
      printed = `${printed}${line}\n`.slice(-4_000);
    };
    createInterface(stderr).on('line', keep);
    createInterface(stdout).on('line', (line) => {
      keep(line);
      if (line.trim() === 'listening') {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(timer);
      fail(`ended with status ${status} before it listened`);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') {
    throw new Error('no port');
  }
  return address.port;
}

function millisecondsOf(duration: string): number {
  const [, amount = '', unit = ''] = /^(\d+)(ms|s|m)$/.exec(duration) ?? [];
  const milliseconds = { ms: 1, s: 1_000, m: 60_000 }[unit];
  if (milliseconds === undefined) {
    throw new Error(`"${duration}" is not a duration such as 20s`);
  }
  return Number(amount) * milliseconds;
}
