import { loadDeclaration } from './commands/load-declaration.ts';
import { runDeclaration } from './commands/run-declaration.ts';
import type { OptionTable } from './option-table.ts';

/** What the configuration file may hold: one file serves every command, and each takes what is its own. */
export const fileOptions: OptionTable = { ...loadDeclaration.options, ...runDeclaration.options };
