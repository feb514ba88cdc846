/** One kind of text from the inside of a service. */
export interface LeakPattern {
  readonly kind: string;
  /** In plain words, for a message. */
  readonly what: string;
  readonly pattern: RegExp;
}

const sourceFile = String.raw`[\w$.@-]{1,100}\.(?:java|kt|scala|groovy|m?js|cjs|jsx|tsx?|mts|cts|py|rb|php|go|rs|cs|fs|vb|exs?|erl|pl|pm|cc?|cpp|hs|swift|dart|lua)`;
const folders = String.raw`(?:[\w$.@ -]{1,60}[/\\]){0,30}`;
const systemFolder =
  '(?:app|apps|usr|home|var|opt|srv|root|src|Users|tmp|etc|workspace|workspaces|code|data|build|builds|private|mnt|www|go|lambda|node_modules)';

/**
 * Texts that no error message has by chance. Each pattern is bounded, so that hostile bodies cost no time,
 * and asks for more than a word: prose about a "line 3" or a list to "select from" is no leak.
 */
export const leakPatterns: readonly LeakPattern[] = [
  trace('java', String.raw`\bat [\w$.<>/]{1,300}\((?:${sourceFile}:\d+|Native Method|Unknown Source)\)`),
  trace(
    'node',
    String.raw`\bat (?:[^\n()]{1,200} \()?(?:(?:file://)?(?:[A-Za-z]:)?[/\\]?${folders}${sourceFile}|node:[\w/]{1,100}):\d+:\d+\b`,
  ),
  trace('python', String.raw`Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+`),
  trace(
    'php',
    String.raw`#\d+ [^\n(]{1,300}\.php\(\d+\)|\bin [^\s:]{1,300}\.php(?: on line |:)\d+|PHP (?:Fatal|Parse) error`,
  ),
  trace('ruby', String.raw`(?<![\w./-])[\w./-]{1,4000}\.rb:\d+:in [\x60'"]`),
  trace('go', String.raw`\bgoroutine \d+ \[[a-z ,0-9]{1,60}\]:|\bpanic: runtime error`),
  trace('dotnet', String.raw`\bat [\w.<>\x60\[\],]{1,300}\([^()\n]{0,300}\) in [^\n]{1,300}:line \d+`),
  trace(
    'dotnet',
    String.raw`(?:^|\n)\s{2,8}at [\w.<>\x60]{1,200}\([^()\n]{0,200}\)\r?\n\s{2,8}at [\w.<>\x60]{1,200}\(`,
  ),
  trace('rust', String.raw`\bthread '[^'\n]{1,100}' panicked at`),
  path(String.raw`(?<![\w:/.\\])/${systemFolder}/${folders}${sourceFile}\b`),
  path(String.raw`(?<!\w)[A-Za-z]:\\${folders}${sourceFile}\b`),
  path(String.raw`[/\\](?:node_modules|site-packages)[/\\]`),
  path(String.raw`(?<![\w:/.\\])/(?:[\w$.@-]{1,60}/){1,30}${sourceFile}:\d+\b`),
  query(
    String.raw`\bSQLSTATE\[|\bORA-\d{5}\b|\bSQLITE_[A-Z]{3,}|syntax error at or near "|in your SQL syntax`,
  ),
  query(
    String.raw`duplicate key value violates unique constraint|UNIQUE constraint failed: \w|violates (?:foreign key|not-null|check) constraint`,
  ),
  query(
    String.raw`\bSELECT (?:DISTINCT )?(?:\*|["\x60\w.(*)]{1,80}(?: ?, ?["\x60\w.(*)]{1,80}){0,60}) FROM ["\x60\w.]{1,100}`,
  ),
  query(
    String.raw`\bINSERT INTO ["\x60\w.]{1,100} ?\(|\bUPDATE ["\x60\w.]{1,100} SET ["\x60\w.]{1,100} ?=|\bDELETE FROM ["\x60\w.]{1,100} WHERE `,
  ),
];

function trace(language: string, source: string): LeakPattern {
  return { kind: `stack-trace ${language}`, what: 'a stack trace', pattern: new RegExp(source) };
}

function path(source: string): LeakPattern {
  return { kind: 'file-path', what: 'the path of a source file', pattern: new RegExp(source) };
}

function query(source: string): LeakPattern {
  return { kind: 'query', what: 'text of a database query or its error', pattern: new RegExp(source) };
}
