import { rootCertificates } from 'node:tls';
import { Client } from 'undici';
import {
  BadMessage,
  type BurstOrder,
  type BurstReturn,
  burstBounds,
  type GeneratorStatus,
  numberIn,
  readReturn,
  recordIn,
  writeOrder,
} from './burst-message.ts';
import { type ClockReading, PlaceClock } from './place-clock.ts';

/** How to reach the generators of a run. */
export interface GeneratorAccess {
  /** Their base URLs, in the order of their numbers. */
  readonly urls: readonly string[];
  readonly token: string;
  /** Certificates (PEM) that are trusted besides those that Node.js trusts. */
  readonly certificateAuthorities: readonly string[];
}

/** An unusable generator; the message is one line. */
export class GeneratorProblem extends Error {
  override readonly name = 'GeneratorProblem';
}

/** The timeout of `/status` and of clock readings, in ms. */
const shortMs = 10_000;
const shortBytes = 65_536;
const attempts = 2;
/** Base64, times and header fields of responses, besides their bodies. */
const mostReturnBytes = 2 * burstBounds.answerBytes + 100_000_000;

/** One generator, as the coordinator sees it. */
export class GeneratorClient {
  readonly url: string;
  readonly clock = new PlaceClock();
  readonly #client: Client;
  readonly #authorization: string;
  readonly #patienceMs: number;

  constructor(url: string, { token, certificateAuthorities }: GeneratorAccess, patienceMs = shortMs) {
    this.url = url;
    this.#patienceMs = patienceMs;
    this.#authorization = `Bearer ${token}`;
    const ca = [...rootCertificates, ...certificateAuthorities];
    this.#client = new Client(new URL(url).origin, {
      connect: { timeout: shortMs, ...(certificateAuthorities.length === 0 ? {} : { ca }) },
    });
  }

  /** @throws {GeneratorProblem} */
  async status(): Promise<GeneratorStatus> {
    return await this.#understood(async () => {
      const status = recordIn(JSON.parse(await this.#get('/status')), 'the status');
      return {
        protocol: numberIn(status, 'protocol', 0, 1_000_000),
        version: String(status['version']),
        target: String(status['target']),
        busy: status['busy'] === true,
      };
    });
  }

  /** Reads its clock several times in turn. `now`: ours. @throws {GeneratorProblem} */
  async readClock(times: number, now: () => number, signal: AbortSignal | null = null): Promise<void> {
    const round: ClockReading[] = [];
    for (let count = 0; count < times; count += 1) {
      round.push(await this.#readClock(now, signal));
    }
    this.clock.see(round);
  }

  async #readClock(now: () => number, signal: AbortSignal | null): Promise<ClockReading> {
    return await this.#understood(async () => {
      const sentAtMs = now();
      const text = await this.#get('/clock', signal);
      const receivedAtMs = now();
      const theirsMs = numberIn(
        recordIn(JSON.parse(text), 'the clock'),
        'atMs',
        Number.NEGATIVE_INFINITY,
        Number.POSITIVE_INFINITY,
      );
      return { sentAtMs, theirsMs, receivedAtMs };
    });
  }

  /** Makes it carry out a burst. @throws {GeneratorProblem} */
  async carryOut(order: BurstOrder, signal: AbortSignal): Promise<BurstReturn> {
    return await this.#understood(async () => {
      const text = await this.#ask(
        { method: 'POST', path: '/bursts', body: writeOrder(order) },
        { timeoutMs: burstBounds.startMs + burstBounds.burstMs, bytes: mostReturnBytes },
        signal,
      );
      return readReturn(text, order.requests.length);
    });
  }

  async close(): Promise<void> {
    await this.#client.destroy();
  }

  /** Tries a second connection, because a kept one may just have been closed. */
  async #get(path: string, signal: AbortSignal | null = null): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const bounds = { timeoutMs: this.#patienceMs, bytes: shortBytes };
        return await this.#ask({ method: 'GET', path, body: null }, bounds, signal);
      } catch (error) {
        if (error instanceof GeneratorProblem || attempt === attempts || signal?.aborted) {
          throw error;
        }
      }
    }
  }

  async #ask(
    request: { method: 'GET' | 'POST'; path: string; body: string | null },
    bounds: { readonly timeoutMs: number; readonly bytes: number },
    signal: AbortSignal | null,
  ): Promise<string> {
    // Bounds the whole response: one that comes byte by byte never exceeds a timeout between two of them.
    const timeout = AbortSignal.timeout(bounds.timeoutMs);
    const { statusCode, body } = await this.#client.request({
      ...request,
      headers: { Authorization: this.#authorization },
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: signal === null ? timeout : AbortSignal.any([timeout, signal]),
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of body) {
      bytes += (piece as Buffer).length;
      if (bytes > bounds.bytes) {
        throw new GeneratorProblem('returned more than a generator does');
      }
      pieces.push(piece as Buffer);
    }
    const text = Buffer.concat(pieces).toString('utf8');
    if (statusCode === 401) {
      throw new GeneratorProblem('does not accept the token');
    }
    if (statusCode !== 200) {
      throw new GeneratorProblem(`returned ${statusCode}: ${printable(text)}`);
    }
    return text;
  }

  async #understood<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GeneratorProblem) {
        throw error;
      }
      throw error instanceof BadMessage || error instanceof SyntaxError
        ? new GeneratorProblem(`returned an invalid message: ${printable(error.message)}`)
        : new GeneratorProblem(`can't be reached: ${printable(error instanceof Error ? error.message : '')}`);
    }
  }
}

/** One line of text of unknown origin. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
}
