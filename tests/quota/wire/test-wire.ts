import type { Exchange } from '../../../src/exchange/exchange.ts';
import type { QuotaRequest } from '../../../src/quota/quota-wire.ts';
import { NetworkQuotaWire, type QuotaWireOptions } from '../../../src/quota/wire/network-wire.ts';
import { Redactor } from '../../../src/secrets/redaction.ts';
import { ExchangeNumbers } from '../../../src/target/exchange-numbers.ts';
import { closeAfterwards } from '../../target/test-target.ts';

export const quotaKey = 'qk_live_7Zr4TnB2wXc9LmPd';
export const shownQuotaKey = '$ANIMAL_STORE_QUOTA_KEY_1';

export interface TestWire {
  readonly wire: NetworkQuotaWire;
  /** Every exchange that was told, in its order. */
  readonly exchanges: readonly Exchange[];
  readonly waits: readonly { readonly reason: string; readonly durationMs: number }[];
}

/** A wire of its own for a test, with `quotaKey` as its key 1; it is closed at the end of the test. */
export function testWire(baseUrl: string, options: Partial<QuotaWireOptions> = {}): TestWire {
  const exchanges: Exchange[] = [];
  const waits: { reason: string; durationMs: number }[] = [];
  let tags = 0;
  const wire = new NetworkQuotaWire({
    baseUrl,
    version: '1.2.3',
    tag: 'ctag',
    seed: 7,
    timeoutMs: 10_000,
    keys: new Map([[1, { value: quotaKey, shownAs: shownQuotaKey }]]),
    redactor: new Redactor([{ value: quotaKey, shownAs: shownQuotaKey }]),
    clockOriginMs: performance.now(),
    numbers: new ExchangeNumbers(null),
    nextName: () => {
      tags += 1;
      return `Rex ctag${tags}z`;
    },
    categoryId: 1n,
    onExchange: (exchange) => exchanges.push(exchange),
    onWait: (wait) => waits.push(wait),
    ...options,
  });
  closeAfterwards(wire);
  return { wire, exchanges, waits };
}

/** That many lists of key 1. */
export function lists(count: number): QuotaRequest[] {
  return Array.from({ length: count }, () => ({ key: 1, operation: 'listPets', phase: 'burst' }));
}

/** The statuses of a timeline's entries, in the order in which they came. */
export function statuses({ timeline }: NetworkQuotaWire): number[] {
  return timeline.map(({ status }) => status);
}
