import { type CodeBlock, markdownParts } from './markdown-parts.ts';

/** A block of commands of a document. */
export interface CommandBlock {
  readonly kind: 'commands';
  readonly text: string;
  /** Why it is not run, where a comment above it says so. */
  readonly notRun: string | null;
  /** Whether its runs are only planned, since what they would show is tried elsewhere. */
  readonly dryRun: boolean;
  /** How it may end: 0, unless a comment above it says otherwise. */
  readonly statuses: readonly number[];
}

/** A file that a reader is told to write. */
export interface FileBlock {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/**
 * What a reader of a document types and writes, in its order: blocks of `sh`, and those below `<!-- file: NAME -->`.
 * `<!-- not run: REASON -->`, `<!-- with --dry-run: REASON -->` and `<!-- status 1: REASON -->`, or `status 0, 1 or 3`,
 * speak of the block right below.
 *
 * @throws {Error} for a block of a shell by another name, which would not be run, and for a comment that says no reason.
 */
export function commandBlocks(markdown: string): (CommandBlock | FileBlock)[] {
  const blocks = [...markdownParts(markdown)].filter((part): part is CodeBlock => typeof part !== 'string');
  return blocks.flatMap(({ language, text, above }): (CommandBlock | FileBlock)[] => {
    const [, name] = /^<!-- file: (\S+) -->$/.exec(above) ?? [];
    if (name !== undefined) {
      return [{ kind: 'file', name, text }];
    }
    if (/^(?:bash|shell|console|zsh|shellsession)$/.test(language)) {
      throw new Error(`a block of ${language}: write sh, so that it is run`);
    }
    return language === 'sh' ? [commands(text, above)] : [];
  });
}

function commands(text: string, above: string): CommandBlock {
  const [, notRun = null] = /^<!-- not run: (.*\w.*) -->$/.exec(above) ?? [];
  const [, statuses = null] = /^<!-- status ((?:\d|, | or )+): .*\w.* -->$/.exec(above) ?? [];
  const dryRun = /^<!-- with --dry-run: .*\w.* -->$/.test(above);
  if (/^<!-- *(?:not|status|with)/.test(above) && notRun === null && statuses === null && !dryRun) {
    throw new Error(`this comment says no reason: ${above}`);
  }
  return {
    kind: 'commands',
    text,
    notRun,
    dryRun,
    statuses: statuses === null ? [0] : (statuses.match(/\d/g) ?? []).map(Number),
  };
}
