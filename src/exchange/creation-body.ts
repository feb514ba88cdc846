import { isInt64, isJsonObject, type JsonValue, member, readJson } from '../json/exact-json.ts';
import { InexactNumber, isFraction } from '../json/json-number.ts';
import type { RecordedRequest } from './exchange.ts';
import { headerValues } from './headers.ts';

/** The properties of a creation's body that determine whether the interface document describes the request. */
export interface CreationBody {
  /** Whether the interface document clearly describes it: a `NewPet`, or a body that its section "Errors" rejects. */
  readonly described: boolean;
  /** Whether a JSON object in it has a duplicate key, which the interface document leaves open. */
  readonly repeatsMembers: boolean;
  /** The `NewPet` that it contains according to the schema, or `null`. */
  readonly newPet: SentNewPet | null;
}

/** The properties that determine whether a service may reject a `NewPet` for undocumented reasons. */
export interface SentNewPet {
  readonly categoryId: bigint;
  /** The name, if it has a few ASCII letters, digits and single spaces, which hardly any restriction affects. */
  readonly plainName: string | null;
}

const described: CreationBody = { described: true, repeatsMembers: false, newPet: null };
const silent: CreationBody = { described: false, repeatsMembers: false, newPet: null };

const otherMediaType = /^[a-z]+\/(?![a-z0-9.+-]*json)[a-z0-9.+-]+(?:; ?charset=[a-z0-9-]+)?$/i;
const notPlainText = /[\p{Cc}\p{Cs}]/u;
const longestText = 255;
const deepestNesting = 32;
const stringOrMember = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/gs;

/** Parses the body of a `POST /pets`, if it has at most 64 KiB. */
export function readCreationBody(request: RecordedRequest): CreationBody {
  const contentTypes = headerValues(request.headers, 'Content-Type');
  const body = request.body ?? '';
  if (body.length > 65_536 || body.startsWith('\ufeff') || body.includes('\ufffd') || isNestedDeeply(body)) {
    return silent;
  }
  const value = readJson(body);
  const repeatsMembers = value !== undefined && hasRepeatedMembers(body, value);
  if (contentTypes.length === 0 || otherMediaType.test(contentTypes[0] ?? '')) {
    return { ...described, repeatsMembers };
  }
  if (contentTypes[0] !== 'application/json' || repeatsMembers) {
    return { ...silent, repeatsMembers };
  }
  return value === undefined || isPlainCase(value) ? { ...described, newPet: sentNewPet(value) } : silent;
}

function sentNewPet(value: JsonValue | undefined): SentNewPet | null {
  const name = member(value, 'name');
  const categoryId = member(value, 'categoryId');
  const status = member(value, 'status');
  const isNewPet =
    typeof name === 'string' && isInt64(categoryId) && (status === undefined || isPetStatus(status));
  return isNewPet ? { categoryId, plainName: isPlainName(name) ? name : null } : null;
}

/** Counts all brackets, including those in strings: either way more than a real `NewPet` has. */
function isNestedDeeply(body: string): boolean {
  return (body.match(/[[{]/g)?.length ?? 0) > deepestNesting;
}

function hasRepeatedMembers(body: string, value: JsonValue): boolean {
  const members = countMembers(value);
  if (body.split(':').length - 1 <= members) {
    return false;
  }
  const strings: readonly string[] = body.match(stringOrMember) ?? [];
  return strings.filter((text) => text.endsWith(':')).length > members;
}

function countMembers(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += countMembers(item);
    }
  } else if (isJsonObject(value)) {
    for (const name in value) {
      count += 1 + countMembers(value[name] ?? null);
    }
  }
  return count;
}

function isPlainCase(value: JsonValue): boolean {
  if (!isJsonObject(value)) {
    return true;
  }
  return Object.entries(value).every(([name, item]) => {
    switch (name) {
      case 'name':
        return typeof item !== 'string' || isVisibleText(item);
      case 'categoryId':
      case 'status':
        return isPlainValue(item);
      default:
        return false;
    }
  });
}

function isVisibleText(name: string): boolean {
  return /\S/.test(name) && isPlainText(name);
}

/** Words that some language, database or serialiser reads as another value than a string. */
const wordOfLanguages =
  /^(?:null|nil|none|undefined|nan|inf|infinity|true|false|yes|no|on|off|constructor|prototype|tostring|valueof|hasownproperty)$/i;

const longestWord = 'hasownproperty'.length;

/** Whether every service should accept a name: a letter, then a few ASCII letters, digits and single spaces. */
export function isPlainName(name: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9 ]{0,38}[A-Za-z0-9]$/.test(name) &&
    !name.includes('  ') &&
    !(name.length <= longestWord && wordOfLanguages.test(name))
  );
}

function isPlainValue(value: JsonValue): boolean {
  if (value instanceof InexactNumber) {
    return isFraction(value) && /^-?\d{1,15}\.\d{1,15}$/.test(value.literal) && !vanishes(value);
  }
  if (typeof value === 'bigint') {
    return value.toString().length <= 40;
  }
  return typeof value !== 'string' || isPlainText(value);
}

/** Whether a fraction is an integer as a double: parsers may limit precision (RFC 8259 section 6). */
function vanishes({ literal }: InexactNumber): boolean {
  return Number.isInteger(Number(literal));
}

function isPlainText(text: string): boolean {
  return !notPlainText.test(text) && (text.length <= longestText || [...text].length <= longestText);
}

/** The values of the enumeration `PetStatus`. */
export type PetStatus = 'available' | 'pending' | 'sold';

/** Whether a value is exactly one of the three statuses. */
export function isPetStatus(value: unknown): value is PetStatus {
  return value === 'available' || value === 'pending' || value === 'sold';
}
