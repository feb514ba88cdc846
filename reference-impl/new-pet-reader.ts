import { isLosslessNumber, parse } from 'lossless-json';
import type { ApiRequest, Parts } from './parts.ts';
import { isInt64, isPetStatus, type NewPet } from './pet.ts';
import { invalidBody, Problem } from './problem.ts';

/**
 * Reads the body of a creation, strictly: nothing is converted from another type.
 *
 * @param categories - the categories that exist, or `null` where any int64 is one.
 */
export function createNewPetReader(categories: readonly bigint[] | null): Parts['readNewPet'] {
  return (request) => {
    requireJsonContent(request);
    const body = readObject(request);
    const newPet: NewPet = { name: readName(body), categoryId: readCategoryId(body), ...readStatus(body) };
    if (categories !== null && !categories.includes(newPet.categoryId)) {
      throw invalidBody(`There is no category ${newPet.categoryId}; there are ${categories.join(', ')}.`);
    }
    return newPet;
  };
}

function requireJsonContent(request: ApiRequest): void {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Problem(400, 'invalid_content_type', 'Send the header Content-Type: application/json.');
  }
}

type Members = ReadonlyMap<string, unknown>;

function readObject(request: ApiRequest): Members {
  if (request.body === null) {
    throw new Problem(400, 'body_too_large', 'The body is larger than this service takes.');
  }
  const value = parseExactly(request.body);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value)) {
    throw invalidBody('The body must be a JSON object.');
  }
  return new Map(Object.entries(value));
}

/** Parses JSON with numbers kept as they were written; `JSON.parse` alone would round large integers. */
function parseExactly(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    JSON.parse(text);
    return parse(text);
  } catch {
    throw new Problem(400, 'invalid_json', 'The body is not JSON that this service can read.');
  }
}

function readName(body: Members): string {
  const name = body.get('name');
  if (typeof name !== 'string') {
    throw invalidBody('name is required and must be a string.');
  }
  return name;
}

function readCategoryId(body: Members): bigint {
  const value = body.get('categoryId');
  const categoryId = isLosslessNumber(value) && /^-?\d+$/.test(value.value) ? BigInt(value.value) : null;
  if (categoryId === null || !isInt64(categoryId)) {
    throw invalidBody('categoryId is required and must be an integer of 64 bits.');
  }
  return categoryId;
}

function readStatus(body: Members): Pick<NewPet, 'status'> {
  if (!body.has('status')) {
    return {};
  }
  const status = body.get('status');
  if (!isPetStatus(status)) {
    throw invalidBody('status must be available, pending or sold where it is given.');
  }
  return { status };
}
