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

const encodedUnreserved = /%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/**
 * Reads a query. Decodes percent-encoded letters, digits and `-._~`, which are equivalent (RFC 9110 section 4.2.3),
 * but marks such a query as unusual. Does not decode other characters, since servers differ there.
 */
export function readListQuery(query: string): ListQuery {
  let limit: ListQuery['limit'] = null;
  let status: ListQuery['status'] = null;
  const decoded = query.replace(encodedUnreserved, decodeURIComponent);
  let unusual = decoded !== query;
  for (const parameter of decoded.split('&')) {
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
