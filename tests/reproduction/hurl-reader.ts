/** An entry of a Hurl file: texts without escapes, variables as `<name>`. */
export interface HurlEntry {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly options: readonly string[];
  readonly body: string | null;
  readonly status: string;
  readonly captures: readonly string[];
  readonly asserts: readonly string[];
}

/** As https://hurl.dev/docs/grammar.html has them. */
const query = String.raw`(?:status|body|header "[\w-]+"|jsonpath "[^"\\]+")`;
const filter = '(?:count|toInt|toString)';
const value = String.raw`(?:-?\d+|"(?:[^"\\]|\\u\{[0-9a-f]+\})*"|\{\{\w+\}\})`;
const regex = String.raw`/(?:[^/\\]|\\.)+/`;
const predicate = `(?:not )?(?:(?:==|!=|<=|>=) ${value}|contains ${value}|matches ${regex}|exists|is(?:String|Integer|List|Object))`;
const assertLine = new RegExp(`^${query}(?: ${filter})* ${predicate}$`);
const captureLine = new RegExp(`^\\w+: ${query}(?: ${filter})*$`);

/**
 * Reads the part of Hurl's grammar that an export uses. Strict: any other line is an error.
 *
 * @throws {Error} for what Hurl would read otherwise or not at all
 */
export function readHurl(text: string): HurlEntry[] {
  if (/[^\n\x20-\x7e\u00a0-\u{10ffff}]|\r/u.test(text)) {
    throw new Error('a control character');
  }
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const entries: HurlEntry[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = nextEntry(lines, at + 1);
    entries.push(readEntry(lines.slice(at, end)));
    at = end;
  }
  return entries;
}

const requestLine = /^([A-Z]+) (\{\{base_url\}\}[^\s#]*)$/;

function nextEntry(lines: readonly string[], from: number): number {
  const next = lines.findIndex((line, index) => index >= from && requestLine.test(line));
  return next === -1 ? lines.length : next;
}

function readEntry([head = '', ...lines]: readonly string[]): HurlEntry {
  const [, method = '', url = ''] = requestLine.exec(head) ?? fail(head);
  const response = lines.findIndex((line) => /^HTTP (?:\*|\d{3})$/.test(line));
  if (response === -1) {
    fail('no response');
  }
  const sections = sectionsOf(lines.slice(response + 1), ['[Captures]', '[Asserts]']);
  const captures = sections.get('[Captures]') ?? [];
  const asserts = sections.get('[Asserts]') ?? [];
  const wrong =
    captures.find((line) => !captureLine.test(line)) ?? asserts.find((line) => !assertLine.test(line));
  if (wrong !== undefined) {
    fail(wrong);
  }
  return {
    ...readRequest(lines.slice(0, response)),
    method,
    url: decoded(url, /[\\{}]/),
    status: lines[response]?.slice(5) ?? '',
    captures,
    asserts,
  };
}

function readRequest(lines: readonly string[]): Pick<HurlEntry, 'headers' | 'options' | 'body'> {
  const last = lines.at(-1) ?? '';
  const hasBody = last.startsWith('`');
  const rest = hasBody ? lines.slice(0, -1) : lines;
  const options = rest.indexOf('[Options]');
  const fields = options === -1 ? rest : rest.slice(0, options);
  return {
    headers: fields.map((line) => {
      const [, name = '', text = ''] =
        /^((?:[\w.-]|\\u\{[0-9a-f]+\})+):(?: (\S.*|))?$/.exec(line) ?? fail(line);
      return [decoded(name, /[\\{}]/), decoded(text.trimEnd(), /#/)] as const;
    }),
    options: options === -1 ? [] : rest.slice(options + 1),
    body: hasBody ? decoded(/^`(.*)`$/.exec(last)?.[1] ?? fail(last), /`/) : null,
  };
}

function sectionsOf(lines: readonly string[], names: readonly string[]): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of lines) {
    if (names.includes(line)) {
      current = [];
      sections.set(line, current);
    } else if (current === null) {
      fail(line);
    } else {
      current.push(line);
    }
  }
  return sections;
}

/** @param forbidden characters that end the text, so that they have to be escaped */
function decoded(text: string, forbidden: RegExp): string {
  const token = /\\u\{([0-9a-f]{1,6})\}|\{\{(\w+)\}\}|[\s\S]/gu;
  return [...text.matchAll(token)]
    .map(([whole, code, name]) => {
      if (code !== undefined) {
        return String.fromCodePoint(Number.parseInt(code, 16));
      }
      if (name !== undefined) {
        return `<${name}>`;
      }
      return whole === '\\' || (whole.length === 1 && forbidden.test(whole) && whole !== '{' && whole !== '}')
        ? fail(text)
        : whole;
    })
    .join('');
}

function fail(text: string): never {
  throw new Error(`not Hurl: ${JSON.stringify(text)}`);
}
