import type { Report, ReportExchange } from '../report.ts';

/** The inputs of all parts of the terminal report. */
export interface Screen {
  readonly report: Report;
  readonly exchanges: ReadonlyMap<number, ReportExchange>;
  readonly columns: number;
  readonly paint: Paint;
}

/** Colours a text that holds no escape sequence. */
export type Paint = Readonly<
  Record<'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', (text: string) => string>
>;

/** Colours for a terminal, or none at all. */
export function paintFor(color: boolean): Paint {
  const code = (open: number, close: number) => (text: string) =>
    color && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    cyan: code(36, 39),
    dim: code(2, 22),
    bold: code(1, 22),
  };
}
