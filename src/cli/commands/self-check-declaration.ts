import type { CommandDeclaration } from '../option-table.ts';
import { list, single } from './option-kinds.ts';

const chosen = 'What is tried:';
const conduct = 'How:';

/** `self-check`: tries the suite on seeded faults and unusual conforming services. */
export const selfCheckDeclaration: CommandDeclaration = {
  name: 'self-check',
  describe: 'try the suite on every seeded fault and every unusual service that conforms',
  positional: null,
  options: {
    fault: list(chosen, 'NAME', "only faults of that name, or that glob: 'limit-*'; repeatable"),
    variant: list(
      chosen,
      'NAME',
      'only variants of that name, or that glob; several at once as NAME+NAME; repeatable',
    ),
    mixtures: single(chosen, 'N', 'mixtures of many variants to draw [12; 0 beside --fault or --variant]'),
    only: list(chosen, 'GLOB', 'only requirements whose id matches, and what was made for them; repeatable'),
    skip: list(
      chosen,
      'GLOB',
      "not the requirements whose id matches; 'quota/*' leaves out the plan limits; repeatable",
    ),
    effort: single(conduct, 'EFFORT', 'the effort of every run: smoke, normal or thorough [normal]'),
    seed: single(conduct, 'N', 'the same seed, the same mixtures and the same requests [random]'),
    workers: single(conduct, 'N', 'processes side by side [one for each core]'),
    'report-dir': single(conduct, 'DIR', 'where the reports go [a folder of its own under reports/]'),
  },
  examples: [
    ['self-check', 'everything'],
    ["self-check --skip 'quota/*'", 'everything but the plan limits, which take some minutes more'],
    ['self-check --fault limit-plus-one', 'one fault; its report is kept where it was not caught'],
    ["self-check --only 'list/*' --effort smoke", 'the faults made for one group, with few requests'],
    ['self-check --variant slow-answers+gcra --seed 7', 'one service that is unusual in two ways'],
    ["self-check --variant 'fixed-window' --mixtures 100", 'a hundred fresh mixtures'],
  ],
};
