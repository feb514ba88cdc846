import type { Address } from './transport.ts';

/** A further address of a service, such as that of a region. Bursts are dealt out to it, too. */
export interface Place {
  /** As the user wrote it. */
  readonly shownAs: string;
  /** With the path of the service's base URL. */
  readonly baseUrl: string;
  /** Where connections for that host go, or `null` for the host's own addresses. */
  readonly address: Address | null;
}
