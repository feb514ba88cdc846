import { isInt64, isPetStatus, type ListQuery } from './pet.ts';
import { invalidParameter } from './problem.ts';

const defaultLimit = 20;
const largestLimit = 100;

/** Reads `limit` and `status`; parameters that the document does not show are left alone. @throws {Problem} 400 */
export function readListQuery(query: URLSearchParams): ListQuery {
  const limit = readLimit(single(query, 'limit'));
  const status = single(query, 'status');
  if (status === undefined) {
    return { limit };
  }
  if (!isPetStatus(status)) {
    throw invalidParameter('status must be available, pending or sold.');
  }
  return { limit, status };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) {
    return defaultLimit;
  }
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit >= 1 && limit <= largestLimit)) {
    throw invalidParameter(`limit must be an integer from 1 to ${largestLimit}.`);
  }
  return limit;
}

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) {
    throw invalidParameter(`${name} must be given once.`);
  }
  return values[0];
}

/** Reads `petId`: an int64, or `null` where the text is none. */
export function readPetId(text: string): bigint | null {
  const id = /^-?\d{1,19}$/.test(text) ? BigInt(text) : null;
  return id !== null && isInt64(id) ? id : null;
}
