/** The values of the enumeration `PetStatus`. */
export type PetStatus = 'available' | 'pending' | 'sold';

/** The meaning of the query of a list, as sent. */
export interface ListQuery {
  /** The sent integer, whether or not within 1 to 100; `null` if none was sent. */
  readonly limit: bigint | 'odd' | null;
  readonly status: PetStatus | 'odd' | null;
  /** Whether the query has an undocumented or repeated parameter. */
  readonly unusual: boolean;
}

export const noQuery: ListQuery = { limit: null, status: null, unusual: false };

const canonicalInteger = /^(?:0|-?[1-9]\d{0,39})$/;
const plainValue = /^[A-Za-z0-9._~-]{0,64}$/;

/** Letters, digits and `-._~`. */
const encodedUnreserved = /%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/i;

/**
 * Reads a query. One with a character that is percent-encoded without need says nothing about its parameters: it is
 * equivalent (RFC 9110 section 4.2.3), but no client sends that, and some services compare a query as written.
 */
export function readListQuery(query: string): ListQuery {
  let limit: ListQuery['limit'] = null;
  let status: ListQuery['status'] = null;
  let unusual = false;
  if (encodedUnreserved.test(query)) {
    return { limit: 'odd', status: 'odd', unusual: true };
  }
  for (const parameter of query.split('&')) {
    const [, name, value = ''] = /^([^=]*)=?(.*)$/s.exec(parameter) ?? [];
    if (name === 'limit') {
      unusual ||= limit !== null || !plainValue.test(value);
      limit = limit === null && canonicalInteger.test(value) ? BigInt(value) : 'odd';
    } else if (name === 'status') {
      unusual ||= status !== null || !plainValue.test(value);
      status = status === null && isPetStatus(value) ? value : 'odd';
    } else {
      unusual = true;
    }
  }
  return { limit, status, unusual };
}

/** Whether a value is exactly one of the three statuses. */
export function isPetStatus(value: unknown): value is PetStatus {
  return value === 'available' || value === 'pending' || value === 'sold';
}
