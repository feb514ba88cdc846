import { nameBundles } from '../../src/arbitraries/name-bundles.ts';
import { type NameShape, nameEdges, nameOf } from '../../src/arbitraries/names.ts';
import {
  escapedBeyondAscii,
  type NewPet,
  newPet,
  newPetText,
  petStatuses,
} from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/suite/check.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { inTwoWrites } from '../steps/as-others-send.ts';

/** A creation with an unusual name. A service may refuse it, but must not alter it. */
export interface OddName {
  /** The feature that makes the name unusual. */
  readonly feature: string;
  /** Returns the name, with the tag in it if the feature permits. */
  readonly name: (tag: string) => string;
  readonly status: NewPet['status'];
  /** Whether to escape every character beyond printable ASCII. */
  readonly isEscaped?: true;
  /** The media type, with a parameter that some services take the encoding from. JSON is UTF-8 (RFC 8259). */
  readonly contentType?: 'application/json; charset=utf-8';
  /** Whether to split the body, in a character if there is one of several bytes. */
  readonly isInTwoWrites?: true;
  /** The features of a name that has many, each as a name. */
  readonly parts?: readonly NameShape[];
}

const statuses = [...petStatuses, undefined];

export function shaped(shape: NameShape, index = 0): OddName {
  return { feature: shape.feature, name: (tag) => nameOf(shape, tag), status: statuses[index % 4] };
}

/** Strings that languages, databases and serialisers read as another value. */
const wholeNames: readonly string[] = [
  ...[
    '\u05e9\u05dc\u05d5\u05dd \u05d7\u05ea\u05d5\u05dc',
    ' 123 ',
    '\u0660\u0661\u0662\u0663',
    '\u0645\u0631\u062d\u0628\u0627',
  ],
  ...['null', 'undefined', '12345', '__proto__', '2024-01-05', 'True', '1e5', 'None', 'constructor', 'NaN'],
  ...['0x1F', 'NO', '2024-01-05T10:00:00+02:00', '{"name":"Rex"}', '1_000', 'NULL', '[object Object]'],
  ...['1.10', '"Rex"', '6F9619FF-8B86-D011-B42D-00C04FC964FF', 'nil', '12:30:45'],
];

function whole(name: string): OddName {
  return { feature: `the name ${name}`, name: () => name, status: 'sold' };
}

function around(feature: string, before: string, after: string): OddName {
  return { feature, name: (tag) => `${before}${tag}${after}`, status: 'sold' };
}

/**
 * Characters of four bytes, none of which ends at a multiple of four: so one crosses each boundary of 64, 255, 256 and
 * 1,024 bytes, and of each larger power of two, both in the name and in the body.
 */
function ofLength(characters: number): OddName {
  return {
    feature: `${characters} characters of four bytes`,
    name: (tag) => `a${'\u{1f408}'.repeat(characters - 2 - tag.length)} ${tag}`,
    status: 'sold',
  };
}

/** Names that storage, encoders and languages alter. The first ones have many features at once. */
export const oddNames: readonly OddName[] = [
  ...nameBundles.map(
    (shape, index): OddName => ({
      ...shaped(shape, index),
      parts: shape.parts,
      ...(index === 0 ? { isInTwoWrites: true } : {}),
    }),
  ),
  ...nameEdges.map(shaped),
  {
    feature: 'an emoji, Chinese and an accent as escapes',
    name: (tag) => `\u{1f408} ${tag} \u732b\u00e9 \u{2f81a}`,
    status: 'sold',
    isEscaped: true,
  },
  {
    // Wrong decoders accept these bytes, and change them. Those of an emoji may become control characters.
    ...around('accents, sent with a charset', 'Zo\u00eb ', ' \u00f1\u00fc'),
    contentType: 'application/json; charset=utf-8',
  },
  ...wholeNames.slice(0, 12).map(whole),
  around(
    'URLs, HTML entities, paths and dates',
    'https://example.com/a?b=c&d=%20 ',
    ' rex@example.com &nbsp;&#x27;&quot; C:\\pets\\new ../x :) -- (c) {0} {{name}} %(name)s #{1} <%= 1 %>',
  ),
  around('Latin-1 letters alone', 'Jos\u00e9 ', ' \u00fc'),
  around('escapes spelled out', '\\u0000 \\x41 ', ' \\t \\\\ \\" \\r\\n %00 %u0041 \\0 &#0;'),
  around(
    'skin tones, flags and families of emoji',
    '\u{1f44b}\u{1f3fd} \u{1f1e9}\u{1f1ea} ',
    ' \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e007f} \u{1f9d1}\u{1f3ff}\u200d\u{1f680} 7\ufe0f\u20e3',
  ),
  around(
    'combining marks in another order, and isolates of writing direction',
    'q\u0307\u0323 \u0e33 ',
    ' \u2066abc\u2069 \u2067\u05d0\u05b7\u05bc\u2069 \u2068x\u2069 \u061c\u0644\u0627 \ufdfa \u0915\u094d\u200d\u0937',
  ),
  ...[48, 255, 256, 1_024].map(ofLength),
  ...wholeNames.slice(12).map(whole),
  // Lists of these animals are longer than a buffer of 16,384 bytes.
  ofLength(4_096),
];

/** Without a status, so that they do not enlarge the lists that filter by it. */
export const giantNames: readonly OddName[] = [
  { ...ofLength(16_500), status: undefined },
  {
    feature: '65,536 letters',
    name: (tag) => `${tag} ${'x'.repeat(65_535 - tag.length)}`,
    status: undefined,
  },
];

/** The body of a creation with this name and an accepted category. */
function textOf(check: Check, { name, status, isEscaped }: OddName): string {
  const text = newPetText(newPet(name(check.session.tags.next()), check.category(), status));
  return isEscaped ? escapedBeyondAscii(text) : text;
}

export function requestOf(check: Check, name: OddName): OutgoingRequest {
  const types = name.contentType === undefined ? undefined : [name.contentType];
  const request = createPet(textOf(check, name), check.session.key, types);
  return name.isInTwoWrites ? inTwoWrites(request) : request;
}
