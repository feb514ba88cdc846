/** A sample as a text in the format of OpenMetrics has it. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadFamily {
  readonly name: string;
  readonly type: string;
  readonly unit: string | null;
  readonly help: string | null;
  readonly samples: readonly ReadSample[];
}

type Draft = { -readonly [Member in keyof ReadFamily]: ReadFamily[Member] } & { samples: ReadSample[] };

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const metadata = new RegExp(`^# (TYPE|UNIT|HELP) (${name}) (.*)$`, 's');
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[n"\\\\])*"';
const sample = new RegExp(`^(${name})(?:\\{(${label}(?:,${label})*)\\})? (\\S+)$`, 's');
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const suffixes: Readonly<Record<string, readonly string[]>> = {
  gauge: [''],
  counter: ['_total'],
  histogram: ['_bucket', '_sum', '_count'],
};

/**
 * Reads a text by the grammar and the rules of OpenMetrics 1.0, as far as metrics of a report use it: gauges, counters,
 * histograms, neither timestamps nor exemplars.
 *
 * @throws {Error} for what is against them.
 */
export function readOpenMetrics(text: string): readonly ReadFamily[] {
  if (!text.endsWith('\n# EOF\n')) {
    throw new Error('it does not end with # EOF');
  }
  const families = new Map<string, Draft>();
  let family: Draft | undefined;
  for (const line of text.slice(0, -'\n# EOF\n'.length).split('\n')) {
    const said = metadata.exec(line);
    if (said !== null) {
      family = described(families, family, said);
    } else {
      addSample(family, line);
    }
  }
  for (const one of families.values()) {
    checkFamily(one);
  }
  return [...families.values()];
}

function described(families: Map<string, Draft>, current: Draft | undefined, said: RegExpExecArray): Draft {
  const [, keyword = '', named = '', value = ''] = said;
  let family = current;
  if (family?.name !== named) {
    if (keyword !== 'TYPE' || families.has(named)) {
      throw new Error(`the metadata of ${named} do not stand together, TYPE first`);
    }
    family = { name: named, type: value, unit: null, help: null, samples: [] };
    families.set(named, family);
  } else if (keyword === 'UNIT') {
    family.unit = value;
  } else if (keyword === 'HELP') {
    family.help = unescaped(value);
  } else {
    throw new Error(`${named} has two types`);
  }
  return family;
}

function addSample(family: Draft | undefined, line: string): void {
  const [, sampled = '', labels = '', value = ''] = sample.exec(line) ?? [];
  if (family === undefined || !number.test(value)) {
    throw new Error(`no sample: ${line}`);
  }
  if (!suffixes[family.type]?.some((suffix) => sampled === family.name + suffix)) {
    throw new Error(`${sampled} is no sample of the ${family.type} ${family.name}`);
  }
  family.samples.push({ name: sampled, labels: readLabels(labels), value: Number(value) });
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(label, 'gs'))].map(([pair]) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), unescaped(pair.slice(equals + 2, -1))] as const;
  });
  if (new Set(pairs.map(([key]) => key)).size !== pairs.length) {
    throw new Error(`a label stands twice: ${text}`);
  }
  return Object.fromEntries(pairs);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([n"\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
}

function checkFamily({ name: family, type, unit, help, samples }: Draft): void {
  if (help === null || (unit !== null && !family.endsWith(`_${unit}`))) {
    throw new Error(`${family} has no HELP, or not its unit at the end of its name`);
  }
  const series = samples.map((one) => JSON.stringify([one.name, Object.entries(one.labels).sort()]));
  if (new Set(series).size !== series.length) {
    throw new Error(`${family} has a sample twice`);
  }
  if (type === 'counter' && samples.some(({ value }) => value < 0)) {
    throw new Error(`${family} counts below 0`);
  }
  if (type === 'histogram') {
    checkHistogram(samples);
  }
}

/** Each label set has ascending buckets that end with +Inf, which is its count, before the next one begins. */
function checkHistogram(samples: readonly ReadSample[]): void {
  let buckets: ReadSample[] = [];
  for (const one of samples) {
    if (one.name.endsWith('_bucket')) {
      buckets.push(one);
    } else if (one.name.endsWith('_count')) {
      const bounds = buckets.map(({ labels: { le = '' } }) => (le === '+Inf' ? Infinity : Number(le)));
      const counts = buckets.map(({ value }) => value);
      if (!isAscending(bounds, true) || !isAscending(counts, false) || bounds.at(-1) !== Infinity) {
        throw new Error('the buckets do not ascend to +Inf');
      }
      if (counts.at(-1) !== one.value) {
        throw new Error('the last bucket is not the count');
      }
      buckets = [];
    }
  }
  if (buckets.length > 0) {
    throw new Error('buckets without a count');
  }
}

function isAscending(numbers: readonly number[], strictly: boolean): boolean {
  return numbers.every((value, index) => {
    const before = numbers[index - 1] ?? -Infinity;
    return strictly ? value > before : value >= before;
  });
}
