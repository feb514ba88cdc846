import type { Bench } from './bench.ts';

const asked = 10;

/** Goes on asking with a quota that is used up. Nothing is judged by it. */
export async function probeBan(bench: Bench, key: number): Promise<void> {
  for (let count = 0; count < asked; count += 1) {
    await bench.send(key, 'listPets', 'ban');
  }
}
