import type { QuotaRequest } from '../../../../src/quota/quota-wire.ts';
import { partOf } from '../../../../src/quota/wire/burst-engine.ts';
import type { Stalls } from './conditions.ts';

/** A process that does one thing at a time. */
export class VirtualProcess {
  nowMs = 0;
  readonly stalls: Stalls;

  constructor(stalls: Stalls) {
    this.stalls = stalls;
  }
}

/** A place of the service. */
export interface VirtualPlace {
  /** 0 is the base URL. */
  readonly number: number;
  /** One way to it, in ms. */
  readonly way: () => number;
}

/** The part of a place in a burst, and its progress. */
export interface VirtualShare {
  readonly place: VirtualPlace;
  readonly requests: readonly QuotaRequest[];
  readonly connections: number;
  readonly mostRefused: number;
  sent: number;
  refusedInARow: number;
}

/** Deals a burst out as the network does. */
export function dealt(
  places: readonly VirtualPlace[],
  requests: readonly QuotaRequest[],
  connections: number,
  mostRefused: number,
): VirtualShare[] {
  const count = Math.min(places.length, requests.length, connections);
  return places.slice(0, count).map((place, turn) => ({
    place,
    requests: requests.filter((_, position) => position % count === turn),
    connections: Math.min(partOf(requests.length, turn, count), partOf(connections, turn, count)),
    mostRefused: Math.max(1, partOf(mostRefused, turn, count)),
    sent: 0,
    refusedInARow: 0,
  }));
}
