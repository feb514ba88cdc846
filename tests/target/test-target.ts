import { onTestFinished } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { createTarget } from '../../src/target/create-target.ts';
import { ExchangeNumbers } from '../../src/target/exchange-numbers.ts';
import type { AnnouncedWait, OutgoingRequest, Target, TargetOptions } from '../../src/target/target.ts';
import { type Answer, startRawServer } from './raw-server.ts';

export const apiKey = 'ask_live_8f3aB7cQ9xYz+/2LmN';
export const shownKey = '$ANIMAL_STORE_API_KEY';

export interface TestTarget {
  readonly target: Target;
  /** Every exchange, in the order in which they were told. */
  readonly exchanges: readonly Exchange[];
  readonly waits: readonly AnnouncedWait[];
}

/** Has something closed at the end of the test, what was opened last first. */
export function closeAfterwards<Closable extends { close(): Promise<void> }>(closable: Closable): Closable {
  onTestFinished(() => closable.close());
  return closable;
}

/** A target of its own for a test; it is closed at the end of the test. */
export function testTarget(baseUrl: string, options: Partial<TargetOptions> = {}): TestTarget {
  const exchanges: Exchange[] = [];
  const waits: AnnouncedWait[] = [];
  const target = createTarget({
    baseUrl,
    version: '1.2.3',
    tag: 'tag-1',
    seed: 7,
    timeoutMs: 10_000,
    numbers: new ExchangeNumbers(null),
    redactor: new Redactor([{ value: apiKey, shownAs: shownKey }]),
    onExchange: (exchange) => exchanges.push(exchange),
    onWait: (wait) => waits.push(wait),
    ...options,
  });
  closeAfterwards(target);
  return { target, exchanges, waits };
}

/** A target of a server that has `answer` write whatever bytes it likes. */
export async function targetOf(answer: Answer, options: Partial<TargetOptions> = {}) {
  const server = closeAfterwards(await startRawServer(answer));
  return { server, ...testTarget(server.baseUrl, options) };
}

/** `GET /pets` with the key, or whatever is put in its place. */
export function request(changes: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    method: 'GET',
    target: '/pets',
    headers: [{ name: 'Authorization', value: `Bearer ${apiKey}`, shownAs: `Bearer ${shownKey}` }],
    body: null,
    credential: 'api-key',
    ...changes,
  };
}
