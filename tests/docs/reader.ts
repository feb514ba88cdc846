import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { runScript, writePrograms } from '../ci/run-script.ts';
import { type RunningCommand, startCommand } from '../cli/command.ts';
import type { Ended } from '../end-of.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { root } from './documents.ts';

const main = join(root, 'dist/src/cli/main.js');
const enterpriseKey = 'eN4rLp8ZhXw6BtKq3DyVs9MjUc7G';
const keys: ReadonlyMap<string, string> = new Map([
  ['free', 'fQ7vTzR2mXk9LbW4nHsYc8JdGp5A'],
  ['pro', 'Pw3KsE8yNcV6hUj2RqZt9MxBf4Lg'],
]);

/** What a reader has installed: the built command, and Vitest from the project's own folder. */
const programs = {
  'animal-store-conformance': `exec '${process.execPath}' '${main}' "$@"`,
  npx: `while :; do case "$1" in --yes) shift ;; --package) shift 2 ;; *) break ;; esac; done
case "$1" in
  animal-store-conformance) shift; exec '${process.execPath}' '${main}' "$@" ;;
  vitest) shift; exec '${process.execPath}' '${join(root, 'node_modules/vitest/vitest.mjs')}' "$@" ;;
  *) echo "npx: what is $1?" >&2; exit 127 ;;
esac`,
};

/** Somebody who follows a document in a folder of their own, with a service at the addresses that documents name. */
export class Reader {
  readonly folder = temporaryFolder();
  readonly #environment: string[] = [];
  readonly #address: Server;
  #service: RunningCommand | null = null;
  #port: number;

  /** `port`: where a service listens until the document starts one; `reports`: folders of reports that it has. */
  static async at(port: number, reports: Readonly<Record<string, string>>): Promise<Reader> {
    const reader = new Reader(port);
    reader.#address.listen(0, '127.0.0.1');
    await once(reader.#address, 'listening');
    for (const [place, report] of Object.entries(reports)) {
      cpSync(report, join(reader.folder, place), { recursive: true });
    }
    writePrograms(join(reader.folder, 'programs'), programs);
    const modules = join(reader.folder, 'node_modules');
    mkdirSync(modules);
    symlinkSync(join(root, 'node_modules/vitest'), join(modules, 'vitest'));
    symlinkSync(root, join(modules, 'animal-store-conformance'));
    return reader;
  }

  private constructor(port: number) {
    this.#port = port;
    this.#address = createServer((socket) => {
      const onward = connect(this.#port, '127.0.0.1');
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
  }

  /** The base address that the service of this document has. */
  get #baseUrl(): string {
    return `http://127.0.0.1:${(this.#address.address() as AddressInfo).port}/v1`;
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, this.#here(text));
  }

  /** Types the lines of a block. A service that it starts runs until the next one, or the end. */
  async type(block: string, dryRun: boolean): Promise<Ended> {
    const lines = this.#here(block)
      .split('\n')
      .map((line) => (dryRun && runs.test(line) ? `${line} --dry-run` : line));
    const serving = lines.filter((line) => serves.test(line));
    const rest = lines.filter((line) => !serves.test(line));
    const ended = await this.#shell([...this.#environment, ...rest].join('\n'));
    this.#environment.push(...rest.filter((line) => line.startsWith('export ')));
    for (const line of serving) {
      await this.#serve(serves.exec(line)?.[1]?.split(' ').filter(Boolean) ?? []);
    }
    return ended;
  }

  async leave(): Promise<void> {
    this.#address.close();
    this.#service?.process.kill('SIGINT');
    await this.#service?.ended;
  }

  async #serve(options: readonly string[]): Promise<void> {
    this.#service?.process.kill('SIGINT');
    await this.#service?.ended;
    this.#service = startCommand(['serve', '--port', '0', ...options], { folder: this.folder });
    const [, port = ''] = await this.#service.shown(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
    this.#port = Number(port);
  }

  /** The text with the addresses, keys and paths that stand for the reader's own. */
  #here(text: string): string {
    return text
      .replaceAll(/https:\/\/staging\.example\.com\/v1|http:\/\/localhost:8080\/v1/g, this.#baseUrl)
      .replaceAll('node dist/src/cli/main.js', 'animal-store-conformance')
      .replaceAll('ANIMAL_STORE_API_KEY=…', `ANIMAL_STORE_API_KEY=${enterpriseKey}`)
      .replaceAll(/\b(free|pro)=…/g, (_, plan: string) => `${plan}=${keys.get(plan)}`)
      .replaceAll(/--duration \d+[sm]/g, '--duration 1s')
      .replaceAll(wholeRun, '$& --only auth/missing-key --only list/limit-bounds-count')
      .replaceAll(normalRun, '$& --effort smoke');
  }

  #shell(script: string): Promise<Ended> {
    return runScript(['sh', '-e'], script, {
      folder: this.folder,
      programs: join(this.folder, 'programs'),
      environment: {
        HOME: this.folder,
        ANIMAL_STORE_API_KEY: enterpriseKey,
        ANIMAL_STORE_BASE_URL: this.#baseUrl,
        STAGING: this.#baseUrl,
        npm_config_update_notifier: 'false',
      },
    });
  }
}

/** A line that starts the reference and goes on until Ctrl-C. */
const serves = /^(?:npx )?animal-store-conformance serve((?: --fault [\w-]+)?)$/;

const runs = /\banimal-store-conformance run\b/;
/** A run of all requirements: two show as much of the command, one of them violated by the faulty service. */
const wholeRun = /\banimal-store-conformance run\b(?!.*(?:--only|--skip|--across|--after|quota))/gi;
/** A run at the default effort, which takes several times as long; the plan limits have no effort. */
const normalRun = /\banimal-store-conformance run\b(?!.*(?:--effort|quota))/g;
