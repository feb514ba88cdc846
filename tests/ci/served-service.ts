import { startCommand } from '../cli/command.ts';

/** The reference implementation, served by the built command. */
export interface ServedService {
  readonly baseUrl: string;
  /** Of the plan Enterprise: no run waits for its allowance. */
  readonly key: string;
  close(): Promise<void>;
}

/** One that conforms, and one whose lists hold an animal more than was asked for. */
export function serveConformingAndFaulty(folder: string): Promise<[ServedService, ServedService]> {
  return Promise.all([serveService(folder), serveService(folder, ['--fault', 'limit-plus-one'])]);
}

/** Starts `serve` on a free port of 127.0.0.1, with more of its options, as `--fault NAME`. */
async function serveService(folder: string, options: readonly string[] = []): Promise<ServedService> {
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
