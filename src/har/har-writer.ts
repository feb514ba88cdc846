import type { Exchange } from '../exchange/exchange.ts';
import { ReplacedFile } from '../files/written-file.ts';
import { shortExchange } from '../journal/recorded-size.ts';
import type { HarStart } from './har.ts';
import { harEntry, pageId } from './har-entry.ts';

/** The bounds of a HAR: developer tools are slow with larger ones. */
export interface HarBounds {
  readonly entries: number;
  readonly bytes: number;
}

const usualBounds: HarBounds = { entries: 20_000, bytes: 40_000_000 };

/** The data of the run in its HAR. */
export interface HarRun {
  readonly tool: { readonly name: string; readonly version: string };
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly tag: string;
}

/** How many entries were written, and how many exchanges had no room. */
export interface HarCount {
  readonly written: number;
  readonly leftOut: number;
}

/**
 * Writes a HAR 1.2 file entry by entry, so that it may be larger than memory. It has its name only when complete.
 *
 * All members throw `FileRefused`.
 */
export class HarWriter {
  readonly #file: ReplacedFile;
  readonly #run: HarRun;
  readonly #bounds: HarBounds;
  #bytes = 0;
  #written = 0;
  #leftOut = 0;

  constructor(path: string, run: HarRun, bounds: HarBounds = usualBounds) {
    this.#run = run;
    this.#bounds = bounds;
    this.#file = new ReplacedFile(path, 0o600);
    const start = JSON.stringify(harStart(run));
    this.#write(`{"log":${start.slice(0, -1)},"entries":[`);
  }

  /** Adds an exchange, in the order of time. @param always whether to add a shortened exchange beyond the bounds */
  add(exchange: Exchange, always: boolean): void {
    const within = this.#written < this.#bounds.entries && this.#bytes < this.#bounds.bytes;
    if (!within && !always) {
      this.#leftOut += 1;
      return;
    }
    const kept = within ? exchange : shortExchange(exchange);
    const entry = JSON.stringify(harEntry(kept, this.#run.baseUrl));
    this.#write(`${this.#written === 0 ? '' : ','}\n${entry}`);
    this.#written += 1;
  }

  /** Ends the file. @param comment says what is not in it, from what was counted */
  end(comment: (count: HarCount) => string): void {
    const count = { written: this.#written, leftOut: this.#leftOut };
    this.#write(`\n],"comment":${JSON.stringify(comment(count))}}}\n`);
    this.#file.complete();
  }

  /** Gives up: nothing of it stays. */
  abandon(): void {
    this.#file.abandon();
  }

  #write(text: string): void {
    this.#file.write(text);
    this.#bytes += Buffer.byteLength(text);
  }
}

function harStart({ tool, baseUrl, startedAt, tag }: HarRun): HarStart {
  return {
    version: '1.2',
    creator: { name: tool.name, version: tool.version },
    pages: [
      {
        startedDateTime: startedAt,
        id: pageId,
        title: `${baseUrl}, run ${tag}`,
        pageTimings: { onContentLoad: -1, onLoad: -1 },
      },
    ],
  };
}
