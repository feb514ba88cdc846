/** Characters at either end that may differ: a near miss of a key is as secret as the key. */
const endsLeftOut = 2;
const mostLayers = 2;
/** Reading takes a while: texts beyond these are read through one layer of escapes, and through none. */
const longText = 250_000;
const veryLongText = 1_000_000;

/**
 * Where a key can be read in a text: as it is, in either letter case, behind escapes of JSON, URLs or HTML, which a
 * file of JSON escapes once more, and within base64 or hexadecimal digits. Written without the redaction, which it
 * checks on. `null` where it can't be read.
 */
export function keyIn(text: string, key: string): string | null {
  const core = key.slice(endsLeftOut, -endsLeftOut).toLowerCase();
  for (const [how, reading] of readings(text)) {
    if (reading.toLowerCase().includes(core)) {
      return how;
    }
  }
  return null;
}

function* readings(text: string): Generator<readonly [how: string, reading: string]> {
  let layers: (readonly [string, string])[] = [['as it is', text]];
  const deepest = text.length > veryLongText ? 0 : text.length > longText ? 1 : mostLayers;
  for (let layer = 0; layer <= deepest; layer += 1) {
    for (const [how, reading] of layers) {
      yield [how, reading];
      yield [`${how}, in base64`, base64Decoded(reading)];
      yield [`${how}, in hexadecimal`, hexDecoded(reading)];
    }
    layers = layers.flatMap(([how, reading]) =>
      Object.entries(unescaped(reading))
        .filter(([, further]) => further !== reading)
        .map(([scheme, further]) => [`${how}, in ${scheme}`, further] as const),
    );
  }
}

function unescaped(text: string): Record<string, string> {
  return {
    'percent-encoding': text.replace(/%([0-9a-f]{2})/gi, (_, byte) => character(byte, 16)),
    'JSON escapes': text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, unit, letter) =>
      unit === undefined ? letter : character(unit, 16),
    ),
    'character references': text
      .replace(/&#x([0-9a-f]+);/gi, (_, digits) => character(digits, 16))
      .replace(/&#(\d+);/g, (_, digits) => character(digits, 10))
      .replace(/&amp;/g, '&'),
  };
}

function character(digits: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(digits, radix) & 0xffff);
}

/** Every run of base64, read at each of its four alignments. */
function base64Decoded(text: string): string {
  const runs = text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? [];
  return runs
    .flatMap((run) =>
      [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
    )
    .join('\n');
}

function hexDecoded(text: string): string {
  const runs = text.match(/[0-9a-f]{16,}/gi) ?? [];
  return runs
    .flatMap((run) => [0, 1].map((skipped) => Buffer.from(run.slice(skipped), 'hex').toString('latin1')))
    .join('\n');
}
