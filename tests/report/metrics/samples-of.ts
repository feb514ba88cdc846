export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sample = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

/** The samples of a valid text in the OpenMetrics format. @throws {Error} for a line that is none */
export function samplesOf(text: string): MetricSample[] {
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = sample.exec(line) ?? [];
      if (name === undefined) {
        throw new Error(`no sample: ${line}`);
      }
      const pairs = [...labels.matchAll(label)].map(([, key = '', text = '']) => [key, unescaped(text)]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([n"\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
}
