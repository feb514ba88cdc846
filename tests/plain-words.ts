/** Wording that no reader meets any more, and the terms of the field that replace it. */
interface GoneWording {
  readonly pattern: RegExp;
  readonly instead: string;
  /** What the documents may say although reports may not, such as "a second run"; all that they avoid otherwise. */
  readonly inDocuments?: RegExp | null;
}

/** Reports and documents avoid these; code has some of them as names. */
const goneFromReports: readonly GoneWording[] = [
  { pattern: /\bcame\b/i, instead: 'received, returned' },
  { pattern: /\b(?:is|are|was|were) answered \d/i, instead: 'returns, returned' },
  { pattern: /\bcomes? (?:back|with|where)\b/i, instead: 'is returned', inDocuments: /\bcomes? back\b/i },
  { pattern: /\bstands?\b/i, instead: 'is, see' },
  { pattern: /\bmend(?:ed|s)?\b/i, instead: 'fix, fixed' },
  { pattern: /\bleft behind\b/i, instead: 'created' },
  {
    pattern: /\ba (?:second|minute|day)\b/i,
    instead: 'per second, per minute, per day',
    inDocuments: /\b(?:requests?|times|once|twice|tokens?|\d) a (?:second|minute|day)\b/i,
  },
  { pattern: /\bkey whose quota\b/i, instead: 'a dedicated key', inDocuments: null },
  { pattern: /\bit needs\b/i, instead: 'needs; pass `--option`', inDocuments: null },
  { pattern: /\bgive (?:one|it|a|the)\b/i, instead: 'pass', inDocuments: null },
  { pattern: /\bbase address\b/i, instead: 'base URL' },
  { pattern: /\blikely to act\b/i, instead: 'likely owner' },
  {
    pattern: /\bnobody\b|\bsomebody\b|\bwhoever\b/i,
    instead: 'another client, the operator',
    inDocuments: null,
  },
];

const goneFromAll: readonly GoneWording[] = [
  { pattern: /\ball the same\b/i, instead: 'anyway, nevertheless' },
  { pattern: /\bfigure of the day\b/i, instead: 'daily limit' },
  { pattern: /\bparted by\b/i, instead: 'comma-separated' },
  { pattern: /\baccus(?:e[ds]?|ations?)\b/i, instead: 'report, flag; false positive' },
  { pattern: /\bblame[ds]?\b/i, instead: 'report; misattributed' },
  { pattern: /\bstray\b/i, instead: 'misattributed' },
  { pattern: /\bsquare roots?\b|\bpowers of ten\b/i, instead: 'linear axes' },
  { pattern: /\boddit(?:y|ies)\b/i, instead: 'deviation, feature' },
  { pattern: /\bpassages?\b/i, instead: 'scenario' },
  { pattern: /\bsmallest (?:failing )?example\b/i, instead: 'counterexample' },
  { pattern: /\bgravest\b/i, instead: 'most severe' },
  { pattern: /\bleft in peace\b/i, instead: 'cleared' },
  { pattern: /\bunder way at once\b/i, instead: 'in flight, concurrent' },
  { pattern: /\bwhat it brings\b|\btr(?:y|ied) out\b/i, instead: 'test, detect' },
  { pattern: /\bkeeps? the interface document\b/i, instead: 'conforms' },
];

/** Titles of tests avoid these too. */
const goneFromTitles: readonly GoneWording[] = [
  { pattern: /\btold\b/i, instead: 'reported, detected, distinguished' },
  { pattern: /\bbr(?:ings?|ought)\b/i, instead: 'returns, returned' },
  { pattern: /\bfigures?\b(?![-.])/i, instead: 'limit, value, count' },
  { pattern: /\b(?:no|some)body\b|\bwhoever\b/i, instead: 'another client, the operator' },
];

/** Docstrings and comments avoid these too. */
const goneFromComments: readonly GoneWording[] = [
  { pattern: /\bcame\b/i, instead: 'received, returned' },
  { pattern: /\bcomes? (?:back|with|where|to)\b/i, instead: 'returns, has' },
  { pattern: /\b(?:is|are|was|were) answered\b/i, instead: 'returns, returned' },
  { pattern: /\bstands? (?!for\b)/i, instead: 'is, contains, occurs' },
  { pattern: /\bt(?:old|ells?|elling)\b/i, instead: 'report, distinguish, decide' },
  { pattern: /\bbr(?:ings?|ought)\b/i, instead: 'returns, causes' },
  { pattern: /\bmend(?:s|ed)?\b/i, instead: 'fix' },
  { pattern: /\b(?:no|some|any)body\b|\bwhoever\b/i, instead: 'another client, anyone, the user' },
  { pattern: /\bunder way\b/i, instead: 'in flight' },
  { pattern: /\bus(?:e[ds]?|ing) up\b/i, instead: 'exhaust' },
  { pattern: /\blook(?:s|ed)? through\b/i, instead: 'search' },
  { pattern: /\bbase address\b/i, instead: 'base URL' },
  { pattern: /\bwhatever is wrong\b/i, instead: 'for an invalid ...' },
  { pattern: /(?:^|[.:] )What\b/, instead: 'a noun: "The result of ..."' },
];

const gone = [...goneFromReports, ...goneFromAll];

const wordingsOf = {
  report: gone,
  document: gone,
  title: [...gone, ...goneFromTitles],
  comment: [...goneFromAll, ...goneFromComments],
};

/** The wording that a text should not have, each with what to say instead. */
export function goneWordings(text: string, place: keyof typeof wordingsOf): string[] {
  const all = wordingsOf[place];
  return all.flatMap(({ pattern, instead, inDocuments }) => {
    const avoided = place === 'report' || inDocuments === undefined ? pattern : inDocuments;
    const found = avoided === null ? null : avoided.exec(text);
    return found === null ? [] : [`"${context(text, found)}": say "${instead}"`];
  });
}

function context(text: string, { index, 0: words }: RegExpExecArray): string {
  return text.slice(Math.max(0, index - 30), index + words.length + 30).replace(/\s+/g, ' ');
}
