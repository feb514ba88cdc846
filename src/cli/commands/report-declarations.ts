import type { CommandDeclaration } from '../option-table.ts';
import { single } from './option-kinds.ts';
import { htmlAssets } from './shared-options.ts';

const group = 'Options:';

/** `report render`: all files of a report again. */
export const reportRenderDeclaration = {
  name: 'report render',
  describe: 'write all reports again from a report.json or a journal.ndjson',
  positional: {
    name: 'file',
    describe: 'a report.json or a journal.ndjson, or the folder of a run',
    required: true,
  },
  options: {
    'report-dir': single(group, 'DIR', 'where the reports go [beside the file]'),
    'html-assets': { ...htmlAssets, group },
  },
  examples: [
    ['report render reports/latest/report.json', 'all reports again, beside the file'],
    ['report render reports/latest/journal.ndjson', 'the report of a run that was killed'],
  ],
} as const satisfies CommandDeclaration;

/** `report open`: a report in the browser. */
export const reportOpenDeclaration = {
  name: 'report open',
  describe: 'open the HTML report of a run in the browser',
  positional: {
    name: 'dir',
    describe: 'the folder of a report [the newest below reports/]',
    required: false,
  },
  options: {},
  examples: [
    ['report open', 'the newest report below reports/'],
    ['report open reports/main', 'the report in this folder'],
  ],
} as const satisfies CommandDeclaration;
