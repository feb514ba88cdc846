/**
 * Recognises bodies that surely fit `Pet` or `Pets` (section "Data types"): JSON in ASCII, of the documented
 * members alone, each once, without escapes. It is many times quicker than reading JSON and judging it by the
 * schema; whatever it does not recognise may be right all the same, and is for the full watch to judge.
 */
export function isPlainPet(body: Buffer): boolean {
  return endOf(body, pet(body, blanks(body, 0)));
}

/** The same for a list of animals. */
export function isPlainPetList(body: Buffer): boolean {
  let at = blanks(body, 0);
  if (body[at] !== openBracket) {
    return false;
  }
  at = blanks(body, at + 1);
  if (body[at] === closeBracket) {
    return endOf(body, at + 1);
  }
  for (;;) {
    at = blanks(body, pet(body, at));
    if (body[at] === closeBracket) {
      return endOf(body, at + 1);
    }
    if (body[at] !== comma) {
      return false;
    }
    at = blanks(body, at + 1);
  }
}

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** The offset of what is not recognised: no byte is there, so nothing is recognised behind it either. */
const nowhere = -1;
/** One digit less than the largest int64 has. */
const mostDigits = 18;

const idSeen = 1;
const nameSeen = 2;
const categorySeen = 4;
const statusSeen = 8;
const requiredSeen = idSeen | nameSeen | categorySeen;

const statuses = ['available', 'pending', 'sold'].map((status) => Buffer.from(`"${status}"`));
const members = [
  { name: Buffer.from('"id"'), seen: idSeen },
  { name: Buffer.from('"name"'), seen: nameSeen },
  { name: Buffer.from('"categoryId"'), seen: categorySeen },
  { name: Buffer.from('"status"'), seen: statusSeen },
];

/** The offset behind the animal that begins at `start`, or `nowhere` where none is recognised. */
function pet(body: Buffer, start: number): number {
  if (body[start] !== openBrace) {
    return nowhere;
  }
  let seen = 0;
  let at = blanks(body, start + 1);
  for (;;) {
    const member = members.find(({ name }) => startsWith(body, at, name));
    if (member === undefined || (seen & member.seen) !== 0) {
      return nowhere;
    }
    seen |= member.seen;
    at = blanks(body, at + member.name.length);
    if (body[at] !== colon) {
      return nowhere;
    }
    at = blanks(body, value(body, blanks(body, at + 1), member.seen));
    if (body[at] === closeBrace) {
      return (seen & requiredSeen) === requiredSeen ? at + 1 : nowhere;
    }
    if (body[at] !== comma) {
      return nowhere;
    }
    at = blanks(body, at + 1);
  }
}

function value(body: Buffer, at: number, member: number): number {
  switch (member) {
    case nameSeen:
      return plainText(body, at);
    case statusSeen: {
      const status = statuses.find((candidate) => startsWith(body, at, candidate));
      return status === undefined ? nowhere : at + status.length;
    }
    default:
      return plainInteger(body, at);
  }
}

function plainText(body: Buffer, start: number): number {
  if (body[start] !== quote) {
    return nowhere;
  }
  for (let at = start + 1; ; at += 1) {
    // Behind the last byte as at a control character.
    const byte = body[at] ?? 0;
    if (byte === quote) {
      return at + 1;
    }
    if (byte < 0x20 || byte > 0x7e || byte === backslash) {
      return nowhere;
    }
  }
}

/** Of at most 18 digits, without a sign before 0, a fraction or an exponent: what follows must end it. */
function plainInteger(body: Buffer, start: number): number {
  const first = body[start] === minus ? start + 1 : start;
  let at = first;
  while (isDigit(body[at])) {
    at += 1;
  }
  const digits = at - first;
  const isZero = body[first] === zero;
  return digits === 0 || digits > mostDigits || (isZero && (digits > 1 || first !== start)) ? nowhere : at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

function startsWith(body: Buffer, start: number, wanted: Buffer): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (body[start + index] !== wanted[index]) {
      return false;
    }
  }
  return true;
}

function blanks(body: Buffer, start: number): number {
  let at = start;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) {
    at += 1;
  }
  return at;
}

function endOf(body: Buffer, at: number): boolean {
  return blanks(body, at) === body.length;
}
