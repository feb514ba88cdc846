import type { Operation } from '../exchange/exchange.ts';

/** An entry of a waivers file without its reason. */
export interface EntryToFill {
  readonly requirement: string;
  readonly operation: Operation | null;
  readonly target: string | null;
  readonly expires: string;
}

/** Only text that is unambiguous in YAML is unquoted. */
const plain = /^[A-Za-z][A-Za-z0-9_./-]*(?::\/\/[A-Za-z0-9._~/-]+(?::\d+)?[A-Za-z0-9._~/%-]*)?$/;

/**
 * An entry of a waivers file in YAML, to be put below `waivers:`. Its reason is empty, and a file with an empty
 * reason is refused: why a failure is accepted only a human can say.
 */
export function waiverEntry({ requirement, operation, target, expires }: EntryToFill): string {
  return [
    `  - requirement: ${scalar(requirement)}`,
    ...(operation === null ? [] : [`    operation: ${operation}`]),
    ...(target === null ? [] : [`    target: ${scalar(target)}`]),
    '    reason: ""  # why this is accepted until then',
    `    expires: ${expires}`,
  ].join('\n');
}

function scalar(text: string): string {
  return plain.test(text) ? text : JSON.stringify(text);
}
