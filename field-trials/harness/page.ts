import type { Results } from './results.ts';
import type { Reasons, Subject } from './subject.ts';

/** A thing that a subject gets wrong: one fix, and the requirements that it violates. */
interface Defect {
  readonly requirements: readonly string[];
  readonly why: string;
  readonly fix: string;
}

/** From so many frameworks on, a defect is shown once for all of them. */
const common = 3;

/** The text of evidence/field-trials.md. Pure. */
export function page(subjects: readonly Subject[], results: Results): string {
  const frameworks = subjects.filter(({ kind }) => kind === 'framework');
  const limiters = subjects.filter(({ kind }) => kind === 'limiter');
  return `${[
    '# Field trials',
    '<!-- Written by `npm run field-trials -- --write-page`: change the `truth` of a subject.json instead. -->',
    [
      'Services on real frameworks with their defaults, and behind real limiter libraries, as test subjects. What is',
      'true of each was written down from its source and by probes before the suite ran against it',
      '(`truth` in `field-trials/subjects/*/subject.json`). A subject that the suite misjudges is a bug of the suite.',
    ].join('\n'),
    outcome(subjects, results),
    '## What frameworks get wrong by default',
    ...inMost(frameworks),
    ...frameworks.flatMap((framework) => ofFramework(framework, frameworks)),
    '## Which limiters keep their promise',
    ...limiterTexts(limiters),
    '## Run them',
    [
      '<!-- not run: these take minutes -->',
      '```sh',
      'npm run field-trials                  # every subject whose tools are installed',
      'npm run field-trials -- express hono  # some of them',
      'npm run field-trials -- --gate        # those that need only npm and redis-server',
      '```',
    ].join('\n'),
  ].join('\n\n')}\n`;
}

function outcome(subjects: readonly Subject[], results: Results): string {
  const tried = subjects.filter(({ name }) => results[name] !== undefined);
  const wrong = tried.flatMap(({ name, title }) =>
    (results[name] ?? []).map((mismatch) => `- ${title}: ${code(mismatch)}`),
  );
  const violations = tried.reduce((sum, { truth }) => sum + violated(truth.fails, truth.warns).length, 0);
  const first = `**${tried.length} subjects with ${violations} violations: ${
    wrong.length === 0
      ? 'the suite reported each of them, and nothing else.'
      : `${wrong.length} ${wrong.length === 1 ? 'difference' : 'differences'}:`
  }**`;
  const waiting = subjects.filter(({ name }) => results[name] === undefined);
  const last = waiting.length === 0 ? [] : [`Not run yet: ${waiting.map(({ title }) => title).join('; ')}.`];
  return [first, ...(wrong.length === 0 ? [] : [wrong.join('\n')]), ...last].join('\n\n');
}

function inMost(frameworks: readonly Subject[]): string[] {
  const rows = [...new Set(frameworks.flatMap((framework) => defects(framework).map(({ fix }) => fix)))]
    .filter((fix) => isCommon(fix, frameworks))
    .map((fix) => {
      const concerned = frameworks.flatMap((framework) =>
        defects(framework)
          .filter((defect) => defect.fix === fix)
          .map((defect) => ({ framework, defect })),
      );
      const ids = [...new Set(concerned.flatMap(({ defect }) => defect.requirements))];
      const names = concerned.map(({ framework }) => framework.title).join(', ');
      const [first] = concerned;
      return `| ${names} | ${ids.map(code).join(' ')} | ${cell(first?.defect.why ?? '')} | ${cell(fix)} |`;
    });
  return rows.length === 0
    ? []
    : [
        '### Most of them',
        ['| framework | requirements | default | fix |', '|---|---|---|---|', ...rows].join('\n'),
      ];
}

/** Folded: a reader opens the framework that concerns them. */
function ofFramework(framework: Subject, frameworks: readonly Subject[]): string[] {
  const rows = defects(framework)
    .filter(({ fix }) => !isCommon(fix, frameworks))
    .map(
      ({ requirements, why, fix }) => `| ${requirements.map(code).join(' ')} | ${cell(why)} | ${cell(fix)} |`,
    );
  const { truth, title, language } = framework;
  const violations = violated(truth.fails, truth.warns).length;
  return [
    `<details><summary><b>${title}</b> (${language}): ${violations} requirements violated</summary>`,
    rows.length === 0
      ? 'Nothing but what most of them get wrong.'
      : ['| requirements | default | fix |', '|---|---|---|', ...rows].join('\n'),
    '</details>',
  ];
}

function limiterTexts(limiters: readonly Subject[]): string[] {
  const named = ({ title, language }: Subject) => `${title} (${language})`;
  const keeping = limiters.filter((limiter) => defects(limiter).length === 0);
  const list = (some: readonly Subject[]) => some.map((limiter) => `- ${named(limiter)}`).join('\n');
  const rows = limiters.flatMap((limiter) =>
    defects(limiter).map(
      ({ requirements, why, fix }) =>
        `| ${named(limiter)} | ${requirements.map(code).join(' ')} | ${cell(why)} | ${cell(fix)} |`,
    ),
  );
  return [
    'Each gets more requests at once than its limit allows. In one process, these keep every requirement:',
    list(keeping.filter(({ processes }) => processes === 1)),
    'Behind several processes, these do:',
    list(keeping.filter(({ processes }) => processes > 1)),
    'These do not:',
    ['| limiter | requirements | why | fix |', '|---|---|---|---|', ...rows].join('\n'),
  ];
}

/** Requirements with one reason, or with one fix, are one defect. */
function defects({ truth }: Subject): Defect[] {
  const reasons = { ...truth.fails, ...truth.warns };
  const fixes = new Map(Object.entries(truth.fix).map(([id, fix]) => [reasons[id], fix]));
  const byCause = new Map<string, Defect>();
  for (const [id, why] of Object.entries(reasons)) {
    const fix = fixes.get(why) ?? '';
    const cause = fix || why;
    const { requirements = [], ...first } = byCause.get(cause) ?? { why, fix };
    byCause.set(cause, { ...first, requirements: [...requirements, id] });
  }
  return [...byCause.values()];
}

function isCommon(fix: string, frameworks: readonly Subject[]): boolean {
  const concerned = frameworks.filter((framework) => defects(framework).some((defect) => defect.fix === fix));
  return fix !== '' && concerned.length >= common;
}

function violated(...reasons: readonly Reasons[]): string[] {
  return reasons.flatMap((each) => Object.keys(each));
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('')
    .replaceAll('|', '\\|');
}
