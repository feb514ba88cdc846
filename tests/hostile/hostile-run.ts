import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../cli/command.ts';
import type { RawRequest } from '../target/raw-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Behaviour } from './behaviour.ts';
import { readFolder, type WrittenFile } from './folder-evidence.ts';
import { startHostileServer } from './hostile-server.ts';

const peakMemory = fileURLToPath(new URL('peak-memory.mjs', import.meta.url));

/** What the real command made of a hostile server. */
export interface HostileRun {
  readonly status: number | null;
  /** All that it wrote to its two streams. */
  readonly screen: string;
  /** Every file of the report folder. */
  readonly files: readonly WrittenFile[];
  readonly peakMegabytes: number;
  /** CPU that it used, in ms. */
  readonly cpuMs: number;
  readonly requests: readonly RawRequest[];
  /** Requests and connections to an address that the server only spoke of. */
  readonly sentElsewhere: number;
}

/** Runs the built command against a server that behaves so, to its end. */
export async function runAgainst(behaviour: Behaviour, key: string): Promise<HostileRun> {
  const folder = temporaryFolder();
  const server = await startHostileServer(behaviour, key);
  try {
    // The servers of all behaviours share one process: on a busy machine a response may take longer than the default.
    const usual = ['--timeout', '60s', '--effort', 'smoke'];
    const options = ['--report-dir', 'out', '--seed', '4', ...(behaviour.options ?? usual)];
    const { status, output, messages } = await runCommand(['run', server.baseUrl, ...options], {
      folder,
      environment: {
        ANIMAL_STORE_API_KEY: key,
        NODE_OPTIONS: `--import ${peakMemory}`,
        PEAK_MEMORY_FILE: join(folder, 'peak'),
        ...trusted(behaviour, folder),
      },
    });
    const [peakKiB, cpuMs] = readFileSync(join(folder, 'peak'), 'utf8').split(' ').map(Number);
    return {
      status,
      screen: output + messages,
      files: readFolder(join(folder, 'out')),
      peakMegabytes: (peakKiB ?? 0) / 1024,
      cpuMs: cpuMs ?? 0,
      requests: server.requests,
      sentElsewhere: server.sentElsewhere(),
    };
  } finally {
    await server.close();
  }
}

function trusted({ tls }: Behaviour, folder: string): Readonly<Record<string, string>> {
  if (tls?.trusted !== true) {
    return {};
  }
  const file = join(folder, 'trusted.pem');
  writeFileSync(file, tls.certificate);
  return { NODE_EXTRA_CA_CERTS: file };
}
