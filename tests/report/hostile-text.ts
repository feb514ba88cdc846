import fc from 'fast-check';

/** Texts with which a service could try to break out of a report. */
export const hostileTexts: readonly string[] = [
  '<script>globalThis.broken = true</script>',
  '"><img src=x onerror="globalThis.broken = true">',
  "'; touch broken; echo '",
  '$(touch broken)`touch broken`',
  '$ANIMAL_STORE_API_KEY ${HOME} $HOME',
  '</style></pre></details></title><!-- -->',
  ']]></failure></testcase><testcase name="forged"/>',
  '```\n## Conformant\n```',
  '~~~\n| a | b |\n[link](javascript:alert(1)) ![x](https://example.com/x.png) @everyone #1',
  '\u001b[2J\u001b]0;title\u0007\u009b31m\r\b\b\b',
  '\u202ereversed\u2066\u200b\ufeff\u2028\u{e0041}',
  'lone \ud800 and \udfff, \u0000, \ufffe\uffff',
  'https://example.com www.example.com someone@example.com',
  '-- %s %n %% \\ \\0 \\x41 \n\n\n- 1. # > *',
  '👩‍👩‍👧‍👦 e\u0301 שלום 漢字',
];

/** Any text, often a hostile one, whole or within another. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...hostileTexts, '`', '``', '\n', "'", '"', '\\', '$', '\ud83d'), {
        maxLength: 4,
      })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_000 }).map((length) => 'long '.repeat(length)) },
);

/** Text that a header field can hold: no line feed, no carriage return, no NUL. */
export const hostileHeaderValue: fc.Arbitrary<string> = hostileText.map((text) =>
  text.replaceAll(/[\r\n\0]/g, ' ').toWellFormed(),
);
