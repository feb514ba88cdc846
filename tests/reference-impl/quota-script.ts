import { setTimeout } from 'node:timers/promises';
import { composeParts } from '../../reference-impl/compose-parts.ts';
import { faultNamed } from '../../reference-impl/faults/catalogue.ts';
import type { ApiRequest } from '../../reference-impl/messages.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { defaultKeys, defaultSecondKeys, type IssuedKey, plans } from '../../reference-impl/plans.ts';
import { HandMadeClock, noon } from './service-client.ts';

const issuedKeys: readonly IssuedKey[] = [defaultKeys, defaultSecondKeys].flatMap((keys) =>
  plans.map((plan) => ({ key: keys[plan], plan, revoked: false })),
);

/** A Free key has this many requests a minute and a day in what the script is played to. */
export const perMinute = 12;
const perDay = 60;

/** The parts of the reference with one fault, without a server: what is asked at once is surely under way at once. */
export class QuotaScript {
  readonly #clock = new HandMadeClock(noon + 10_500);
  readonly #parts: Parts;
  readonly lines: string[] = [];

  /** @param fault The name of a fault, or `null` for the reference as it is. */
  constructor(fault: string | null) {
    const parts = composeParts({ clock: this.#clock, plans: { free: { perMinute, perDay } } }, issuedKeys);
    this.#parts = fault === null ? parts : (faultNamed(fault)?.apply(parts) ?? parts);
  }

  /** Sends so many requests at once, each over a connection of its own; resolves with their statuses. */
  burst(count: number): Promise<number[]> {
    const kinds = [list, creation, read];
    return Promise.all(
      Array.from({ length: count }, (_, index) => this.send((kinds[index % 3] ?? list)(), index + 1)),
    );
  }

  async send(asked: Asked, connection = 1, key: string = defaultKeys.free): Promise<number> {
    const request: ApiRequest = {
      ...asked,
      query: new URLSearchParams(),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      connection,
      fieldNames: [],
      bodyChunks: [],
      rawQuery: '',
    };
    const at = this.lines.push('') - 1;
    const message = this.#parts.writeMessage(
      await this.#parts.handle(request, this.#parts),
      request,
      this.#parts,
    );
    this.lines[at] = `${message.status} ${JSON.stringify(message.headers)} ${message.body}`;
    return message.status;
  }

  advance(ms: number): void {
    this.#clock.advance(ms);
  }

  /** Everything that a fault of the plan limits could show in; it lasts so many ms before the last list. */
  async play(lastingMs: number): Promise<string> {
    await this.burst(20);
    for (const asked of [list(), creation(), creation(), read()]) {
      await this.send(asked);
    }
    await this.send(list(), 1, defaultSecondKeys.free);
    await this.send(list(), 1, defaultKeys.pro);
    this.advance(25_000);
    for (let second = 25; second < 50; second += 1) {
      await this.send(list());
      this.advance(1_000);
    }
    for (let minute = 0; minute < 5; minute += 1) {
      for (let request = 0; request < 14; request += 1) {
        await this.send(list());
      }
      this.advance(60_000);
    }
    await setTimeout(lastingMs);
    await this.send(list(), 1, defaultKeys.enterprise);
    return this.lines.join('\n');
  }
}

type Asked = Pick<ApiRequest, 'method' | 'path' | 'body'>;

export function list(): Asked {
  return { method: 'GET', path: ['v1', 'pets'], body: new Uint8Array() };
}

function read(): Asked {
  return { method: 'GET', path: ['v1', 'pets', '1'], body: new Uint8Array() };
}

function creation(): Asked {
  const body = new TextEncoder().encode('{"name":"Rex","categoryId":1}');
  return { method: 'POST', path: ['v1', 'pets'], body };
}
