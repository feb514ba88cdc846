import type { Placed } from './placed-document.ts';

const deepest = 20;

/**
 * A value of a program, as if it was read from a file. Members that are `undefined` are left out; numbers keep every
 * digit that they have.
 *
 * @throws {DocumentError} for a value that is nested too deeply, or holds itself.
 */
export function placedValue(value: unknown, depth = 0): Placed {
  if (depth > deepest) {
    throw new DocumentError('this is nested too deeply, or holds itself', null);
  }
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map((item) => placedValue(item, depth + 1)), place: null };
  }
  if (isPlainObject(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => ({ name, place: null, value: placedValue(member, depth + 1) }));
    return { kind: 'object', members, place: null };
  }
  return { kind: 'scalar', value, source: sourceOf(value), place: null };
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  // A module that the runner evaluates, or another realm, has an Object of its own.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function sourceOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/**
 * A position in a file of the user; line and column start at 1, and the column may be unknown, as in compiled files.
 */
export interface FilePlace {
  /** Absolute; absent for the file that is read. */
  readonly path?: string;
  readonly line: number;
  readonly column?: number;
}

/** Why a text, a value or a module can't be read, in one line, and its position if known. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly place: FilePlace | null;

  constructor(message: string, place: FilePlace | null) {
    super(message);
    this.place = place;
  }
}
