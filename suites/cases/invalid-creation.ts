import { escapedBeyondAscii, type NewPet, newPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { type JsonObject, writeJson } from '../../src/json/exact-json.ts';

/** A creation that must return 400: a valid one with one fault. */
export interface InvalidCreation {
  readonly text: string;
  /** The fault, as a clause. */
  readonly breaks: string;
  /** The header fields that differ from the usual ones. */
  readonly accept?: '*/*';
  readonly contentTypes?: readonly string[];
  /** Whether to send the body in chunks. */
  readonly isInChunks?: true;
  /** Whether it has a member that `NewPet` does not have: a service may refuse that by any 4xx. */
  readonly hasOtherMember?: true;
  /** Whether a service that fails for how it is sent violates another requirement: only to accept it violates this one. */
  readonly isSentUnusually?: true;
  /** The name that a JSON parser may return for it, so that it may be accepted with exactly this one. */
  readonly mayBeNamed?: string;
}

/** Puts a fault into a valid creation. Its tag identifies the animal if the service stores it anyway. */
export type Fault = (pet: NewPet) => InvalidCreation;

/** A JSON literal, or what makes it of the valid one. */
export type Literal = string | ((valid: string) => string);

/** A fault in a member: what its value is, and the literal. */
export type MemberFault = (what: string, literal: Literal) => Fault;

function textWith(pet: NewPet, member: keyof NewPet, literal: Literal | null): string {
  const valid = {
    name: JSON.stringify(pet.name),
    categoryId: `${pet.categoryId}`,
    status: pet.status === undefined ? null : JSON.stringify(pet.status),
  };
  const put = typeof literal === 'function' ? literal(valid[member] ?? 'null') : literal;
  const members = Object.entries({ ...valid, [member]: put });
  return `{${members.flatMap(([name, value]) => (value === null ? [] : [`"${name}":${value}`])).join(',')}}`;
}

function memberFault(member: keyof NewPet): MemberFault {
  return (what, literal) => (pet) => ({
    text: textWith(pet, member, literal),
    breaks: `${member} is ${what}`,
  });
}

export const nameIs = memberFault('name');
/** A parser may limit the range of numbers (RFC 8259 section 6): some return those beyond it as text. */
export function bigNumberAsName(what: string, literal: string): Fault {
  return (pet) => ({ ...nameIs(what, literal)(pet), mayBeNamed: literal });
}

export const categoryIs = memberFault('categoryId');
export const statusIs = memberFault('status');

/** One fault per literal, which the report shows with its unusual characters escaped. */
export function each(memberIs: MemberFault, literals: readonly string[]): Fault[] {
  return literals.map((literal) => memberIs(escapedBeyondAscii(literal), literal));
}

export function without(member: keyof NewPet): Fault {
  return (pet) => ({ text: textWith(pet, member, null), breaks: `${member} is missing` });
}

/** Another name for a member: names match only exactly (RFC 8259 section 8.3). */
export function renamed(member: keyof NewPet, name: string): Fault {
  const written = JSON.stringify(name);
  return (pet) => ({
    text: newPetText(pet).replace(`"${member}":`, () => `${written}:`),
    breaks: `${member} is named ${written}`,
    hasOtherMember: true,
  });
}

/** The same fault in a creation with that status, or without one, unless the fault is in the status. */
function inStatus(status: NewPet['status'] | undefined, fault: Fault): Fault {
  return ({ name, categoryId }) => {
    const creation = fault(newPet(name, categoryId, status));
    const other = fault(newPet(name, categoryId, status === 'sold' ? 'pending' : 'sold'));
    const what = status === undefined ? 'there is no status' : `status is ${status}`;
    return creation.text === other.text
      ? creation
      : { ...creation, breaks: `${creation.breaks} and ${what}` };
  };
}

export function statusless(fault: Fault): Fault {
  return inStatus(undefined, fault);
}

/** The same fault in a creation with that notation of the media type, unless that is the fault. */
function withMediaType(type: string, fault: Fault): Fault {
  return (pet) => {
    const creation = fault(pet);
    return creation.contentTypes === undefined
      ? {
          ...creation,
          breaks: `${creation.breaks} and Content-Type is ${type}`,
          contentTypes: [type],
          isSentUnusually: true,
        }
      : creation;
  };
}

function inChunks(fault: Fault): Fault {
  return (pet) => {
    const creation = fault(pet);
    return {
      ...creation,
      breaks: `${creation.breaks} and the body is in chunks`,
      isInChunks: true,
      isSentUnusually: true,
    };
  };
}

/** How many of the most effective faults are sent in each other way. */
const mostInOtherWays = 6;

/**
 * The most effective faults in creations as other clients send them: a service may validate only animals in one status,
 * bodies of one notation of the media type, or those whose length it knows.
 */
export function inOtherWays(faults: readonly Fault[]): Fault[] {
  const ways = [
    (fault: Fault) => withMediaType('application/json; charset=utf-8', statusless(fault)),
    (fault: Fault) => inChunks(inStatus('available', fault)),
    (fault: Fault) => withMediaType('Application/JSON ;charset=UTF-8', inStatus('sold', fault)),
  ];
  return ways.flatMap((sentAnotherWay) => faults.slice(0, mostInOtherWays).map(sentAnotherWay));
}

/** A body with other members. */
export function membersAre(breaks: string, members: (pet: NewPet) => JsonObject): Fault {
  return (pet) => ({ text: writeJson(members(pet)), breaks, hasOtherMember: true });
}

/** A body that is JSON and no object. */
export function bodyIs(what: string, text: (valid: string, pet: NewPet) => string): Fault {
  return (pet) => ({ text: text(newPetText(pet), pet), breaks: `the body is ${what}` });
}

/** A valid body with another Content-Type, or none. */
export function sentAs(type: string | null): Fault {
  return (pet) => ({
    text: newPetText(pet),
    breaks: type === null ? 'Content-Type is missing' : `Content-Type is ${type === '' ? 'empty' : type}`,
    contentTypes: type === null ? [] : [type],
  });
}

/** A body that is no JSON. A user's name may contain commas and colons, so it is inserted last. */
export function malformed(breaks: string, text: (valid: string, pet: NewPet) => string): Fault {
  return ({ name, categoryId, status = 'pending' }) => {
    const pet = { name: placeOfName, categoryId, status };
    const written = JSON.stringify(name).slice(1, -1);
    return { text: text(newPetText(pet), pet).replaceAll(placeOfName, () => written), breaks };
  };
}

const placeOfName = 'placeOfName';

/** Digits in another script, given the code point of its zero. */
export function inDigits(digits: string, zero: number): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** A number without its sign. */
export function magnitude(digits: string): bigint {
  return BigInt(digits.replace('-', ''));
}
