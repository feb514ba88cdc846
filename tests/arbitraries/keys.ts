import fc from 'fast-check';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

function keyOf(alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
}

/** Keys as services give them: no character of them means anything to a shell or in a URL. */
export const plainKey: fc.Arbitrary<string> = fc.oneof(
  keyOf(letters + digits, 1, 8),
  keyOf(`${letters}${digits}-_`, 16, 64),
  keyOf('0123456789abcdef', 32, 64),
  keyOf(digits, 4, 20),
  fc.uuid(),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
  keyOf(`${letters}${digits}`, 24, 24).map((random) => `ask_live_${random}`),
  fc
    .tuple(keyOf(letters, 30, 40), keyOf(`${letters}${digits}-_`, 1200, 1500), keyOf(letters, 43, 43))
    .map((parts) => parts.join('.')),
  fc.constantFrom('k', 'e', 'f', 'key', '5', 'aA', 'efefefef', 'zzzzzzzz'),
);

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');

/** Keys of any printable ASCII, those that mean something to a shell, to `sed` and in patterns among them. */
export const awkwardKey: fc.Arbitrary<string> = fc
  .oneof(keyOf(printable, 1, 40), keyOf('\\\'"$`*?[]{}%#&|;<>()!~-n/.^ ', 1, 20))
  .filter((key) => key.trim() === key && key !== '');
