/** A JSON number that is no integer, or an integer of more than 401 digits, which would take long to compute with. */
export class InexactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const maxDigits = 401;
/** The maximum number of digits of an evaluated exponent, because `BigInt` takes quadratic time. */
const maxExponentDigits = 15;

/** Parses a JSON number literal: a `bigint` for an integer (including `1.0` and `1e2`), otherwise its literal. */
export function exactNumber(literal: string): bigint | InexactNumber {
  const parts = numberParts.exec(literal);
  if (parts === null) {
    return new InexactNumber(literal);
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') {
    return 0n;
  }
  const significant = withoutTrailingZeros(digits);
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (shift < 0 || significant.length + shift > maxDigits) {
    return new InexactNumber(literal);
  }
  return BigInt(`${sign}${significant}${'0'.repeat(shift)}`);
}

/** A loop, since `/0+$/` takes quadratic time on zeros that other digits follow. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) {
    end -= 1;
  }
  return digits.slice(0, end);
}

/** Whether two numbers are the same number, however they are written. */
export function sameNumber(left: InexactNumber, right: InexactNumber): boolean {
  const one = decimal(left.literal);
  const other = decimal(right.literal);
  return one.significant === other.significant && one.power === other.power;
}

/** Whether a number is a true fraction, and not an integer too large to be written out (`1e500`). */
export function isFraction(number: InexactNumber): boolean {
  return decimal(number.literal).power < 0n;
}

/** `1.50`, `15e-1` and `1.5` are the same number: significant digits and a power of ten. */
function decimal(literal: string): { readonly significant: string; readonly power: bigint } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberParts.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (exponent.length > maxExponentDigits + 1) {
    return { significant: literal, power: exponent.startsWith('-') ? -1n : 1n };
  }
  const significant = withoutTrailingZeros(digits);
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return { significant: sign + significant, power };
}
