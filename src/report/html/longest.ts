/** How many characters of each kind of text a page shows. */
export const longest = {
  line: 1_000,
  target: 200,
  head: 4_000,
  body: 1_500,
  /** In the short form that stands within a finding. */
  bodyInShort: 600,
  curl: 4_000,
} as const;
