import fc from 'fast-check';

/** A way to make a name around the tag that distinguishes the animals of the run from others. */
export interface NameShape {
  /** Its special feature, for findings. */
  readonly feature: string;
  readonly before: string;
  readonly after: string;
}

export function nameOf(shape: NameShape, tag: string): string {
  return `${shape.before}${tag}${shape.after}`;
}

const words = ['Rex', 'Bella', 'max', 'Luna', 'milo', 'Nala', 'otto', 'Ruby'] as const;

/** A plain name: a few ASCII letters, digits and spaces, which no bounds on names should touch. */
export const plainName: fc.Arbitrary<NameShape> = fc
  .tuple(fc.constantFrom(...words), fc.constantFrom('', ' II', ' 7'))
  .map(([word, end]) => ({ feature: 'plain ASCII', before: `${word} `, after: end }));

/**
 * Names that storage, encoders and sanitisers are known to damage; the first ones are the likeliest to show
 * something. A service may refuse any of them, but not alter one that it accepts.
 */
export const nameEdges: readonly NameShape[] = [
  { feature: 'an emoji outside the basic plane', before: '', after: ' 🐈' },
  { feature: 'a quote, backslashes and a slash', before: '"\\/ ', after: " ' \\n \\u0041" },
  { feature: 'HTML characters', before: '<b>&amp; ', after: ' </b> & "' },
  { feature: 'accents, decomposed and precomposed', before: 'Ame\u0301lie ', after: ' Zo\u00eb \u00e5' },
  { feature: 'white space at both ends', before: '  ', after: ' ' },
  { feature: 'a long name (300 letters)', before: '', after: ` ${'x'.repeat(290)}` },
  {
    feature: 'right-to-left text with direction marks',
    before: '\u200f\u05e9\u05dc\u05d5\u05dd\u200e ',
    after: ' \u202b\u0645\u0631\u062d\u0628\u0627\u202c',
  },
  { feature: 'a double space inside', before: 'two  spaces ', after: '' },
  { feature: 'a tab, and line breaks inside and at the end', before: 'a\tb ', after: '\nsecond line\n' },
  { feature: 'joined emoji', before: '', after: ' 👩‍👩‍👧‍👦' },
  {
    feature: 'Chinese characters, and Korean letters that could be joined',
    before: '猫 ',
    after: ' \u1112\u1161\u11ab',
  },
  { feature: '100 letters', before: '', after: ` ${'x'.repeat(88)}` },
  { feature: 'mixed letter case', before: 'McAlIsTeR ', after: '' },
  { feature: 'SQL text, and a backslash at the end', before: "Robert'); -- ", after: ", '' :id ? \\" },
  { feature: 'percent and plus signs', before: '100%25 + ', after: ' %zz %s %d %%' },
  { feature: 'expressions of templates and replacements', before: '${7*7} {{7*7}} ', after: ' $& $1' },
  {
    feature: 'characters without width',
    before: 'a\u200db\u200bc\u00add\ufeffe\u2060f\u180e ',
    after: '\ufeff',
  },
  { feature: 'typographic quotation marks', before: '\u201eO\u2019Malley\u201c ', after: '\u2026 \u2013' },
  {
    feature: 'compatibility characters (NFKC), wide ones too',
    before: '\u3000ﬁ ① \uff32ex ',
    after: '\u3000',
  },
  { feature: '120 Chinese characters', before: '', after: ` ${'猫'.repeat(108)}` },
  { feature: 'a carriage return with a line feed', before: 'a\r\nb ', after: '' },
  { feature: 'letters whose case is irregular', before: 'Straße \u1e9e ', after: ' \u03c2 ÀÉ' },
  { feature: 'variation selectors', before: '\u2764\ufe0f ', after: ' \u2615\ufe0e' },
  {
    feature: 'a formula, entities of HTML and punctuation',
    before: '=1+1 &#233; &amp;amp; ',
    after: ' @a #1 | *b* _c_ [d] ~ ^ `e`...',
  },
  { feature: 'a byte order mark at its beginning', before: '\ufeff', after: '' },
  { feature: 'separators of lines and paragraphs', before: 'line\u2028', after: '\u2029\u0085a' },
  { feature: 'a non-breaking space', before: '\u00a0', after: '\u00a0' },
  { feature: 'control characters', before: '\u0001', after: '\b\f\u001b\u007f' },
  { feature: 'noncharacters, and one of private use', before: '\ufffe\ue000', after: '\u{10ffff}' },
  { feature: 'a replacement character', before: '\ufffd', after: '' },
  { feature: 'Turkish letters', before: 'İıŞğ ', after: '' },
];

/**
 * Every code point except NUL and surrogates, mostly printable ASCII. Built from integers, because the Unicode unit of
 * fast-check builds a table of a million entries, which takes a second.
 */
const codePoint = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0x01, max: 0x2ff }),
    fc.integer({ min: 0x300, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0x1_0000, max: 0x10_ffff }),
  )
  .map((point) => String.fromCodePoint(point));

const anyText = fc.string({ unit: codePoint, maxLength: 20 });

/** Names over all of Unicode (no NUL, no lone surrogates: those are only observed). */
export const anyName: fc.Arbitrary<NameShape> = fc
  .tuple(anyText, anyText)
  .map(([before, after]) => ({ feature: 'generated text', before, after }));

/** Names that the document does not mention: the behaviour of a service is only observed. */
export const nameBounds: readonly { readonly feature: string; readonly literal: (tag: string) => string }[] =
  [
    { feature: 'an empty name', literal: () => '""' },
    { feature: 'a name of digits', literal: () => '"00120"' },
    { feature: 'a name of 10,000 letters', literal: (tag) => JSON.stringify(`${tag} ${'y'.repeat(10_000)}`) },
    { feature: 'NUL in a name', literal: (tag) => JSON.stringify(`${tag} \u0000 end`) },
    { feature: 'a lone surrogate in a name', literal: (tag) => `"${tag} \\ud83d end"` },
  ];

/**
 * How a tag is written: with digits (`cxqhtmb12z`), as ten small letters (`cxqhtmbaam`), or as those with a capital in
 * front, for services that restrict names.
 */
export type TagWriting = 'digits' | 'letters' | 'capitalised';

/** The form of plain names that a service accepts. Plain data, because workers receive it as a message. */
export interface NameForm {
  /** A name with `{tag}` in the place of the tag. */
  readonly template: string;
  readonly tags: TagWriting;
}

export const tagPlace = '{tag}';

/**
 * Names of a few ASCII letters, digits and blanks. The template has what any of the plain names of a run has: three
 * words, small letters in front, capitals further on, and the length of the longest. A service that accepts it and a
 * name of `namesOfLoads` accepts all of them.
 */
export const usualNames: NameForm = { template: `bella ${tagPlace} II`, tags: 'digits' };

/** The form of the names of a load on a service that accepts usual names. */
export const namesOfLoads: NameForm = { template: `Rex ${tagPlace}`, tags: 'digits' };

/** The form of the names of a run where shorter ones, or others in front, are refused. */
export const longNames: NameForm = { template: `bella ${tagPlace} IV`, tags: 'digits' };

/** Forms of plain names from the most common to the most restrictive, or of a template. */
export function nameForms(template: string | null): NameForm[] {
  if (template !== null) {
    return (['digits', 'letters', 'capitalised'] as const).map((tags) => ({ template, tags }));
  }
  return [
    usualNames,
    namesOfLoads,
    { ...namesOfLoads, tags: 'letters' },
    { template: tagPlace, tags: 'capitalised' },
    { template: tagPlace, tags: 'letters' },
  ];
}

/** A plain name of the shape if usual names are accepted, otherwise one of the accepted form. */
export function plainNameOf({ template, tags }: NameForm, shape: NameShape, tag: string): string {
  return template === usualNames.template && tags === usualNames.tags
    ? nameOf(shape, tag)
    : template.replaceAll(tagPlace, () => tag);
}
