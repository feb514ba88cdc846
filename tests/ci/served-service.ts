import { startCommand } from '../cli/command.ts';

/** The reference implementation, served by the built command. */
export interface ServedService {
  readonly baseUrl: string;
  /** Of the plan Enterprise: no run waits for its allowance. */
  readonly key: string;
  close(): Promise<void>;
}

/** Starts `serve` on a free port of 127.0.0.1, with more of its options, as `--fault NAME`. */
export async function serveService(folder: string, options: readonly string[] = []): Promise<ServedService> {
  const command = startCommand(['serve', '--port', '0', ...options], { folder });
  const [, baseUrl = ''] = await command.shown(/listens on (\S+)\n/);
  const [, key = ''] = await command.shown(/^ +enterprise +(\S+)$/m);
  return {
    baseUrl,
    key,
    close: async () => {
      command.process.kill('SIGINT');
      await command.ended;
    },
  };
}
