import { complete } from '../completion.ts';

export async function completionCommand(): Promise<number> {
  await complete(['completion']);
  return 0;
}
