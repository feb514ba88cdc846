import { packageVersion } from '../package-root.ts';
import type { CrashRecord } from './carry-out.ts';
import type { Options } from './options/option.ts';
import type { Screen } from './screen.ts';
import type { Environment } from './settings/settings.ts';

/** Returns the exit status. @throws {UsageError} for invalid options or files, before any request. */
export type CarryOut = (invocation: Invocation, program: Program) => Promise<number>;

interface Positional {
  /** As the help and the errors name it: `base-url`. */
  readonly name: string;
  readonly describe: string;
  readonly required: boolean;
  /** The last one, any number of times. */
  readonly repeated?: true;
}

export interface Command {
  /** `report render`. */
  readonly name: string;
  readonly describe: string;
  readonly positionals?: readonly Positional[];
  /** Command lines without the program's name, each with its description. */
  readonly examples: readonly (readonly [commandLine: string, describe: string])[];
  readonly options: Options;
  /** The options that `--help` shows; `--help all` shows the others too. Absent: all of them. */
  readonly common?: readonly string[];
  /** Imports the implementation on demand, so that help and usage errors are quick. */
  readonly load: () => Promise<CarryOut>;
}

/** A parsed command line: every option is known and has a permitted number of values. */
export interface Invocation {
  readonly command: string;
  readonly positionals: readonly string[];
  /** The values of each option that was given; a flag's is `true` or `false`. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** The parts of the process that a command uses. */
export interface Program {
  /** For results: the verdict, a catalogue. */
  readonly output: Screen;
  /** For everything else: progress, errors. */
  readonly messages: Screen;
  readonly environment: Environment;
  readonly currentFolder: string;
  readonly crash: CrashRecord;
  readonly exit: (status: number) => never;
}

export const toolName = 'animal-store-conformance';

export const toolVersion: string = packageVersion();
