import {
  appendFileSync,
  cpSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FolderShared } from '../../src/run/record-run.ts';
import { verify } from '../../src/verify/verify.ts';
import { startService } from '../suite/service.ts';
import { testSession } from '../suite/test-session.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

/** A run that ends in its preflight, and what happens to its journal meanwhile. */
async function run(meanwhile: (journal: string) => void) {
  const journal = join(folder, 'journal.ndjson');
  const { baseUrl } = await startService(() => {
    meanwhile(journal);
    return { status: 401, body: '{"code":"UNAUTHORIZED","message":"no"}' };
  });
  const { options } = testSession(baseUrl).session;
  return verify({ ...options, reportDir: folder }, () => {}, new AbortController().signal);
}

const header = (journal: string) => readFileSync(journal, 'utf8').split('\n')[0] ?? '';
const others = (journal: string) => header(journal).replace(/"tag":"[^"]*"/, '"tag":"cothers"');

describe('a folder that another run uses at the same time', () => {
  it('is noticed where both write into one journal', async () => {
    await expect(run((journal) => appendFileSync(journal, `${others(journal)}\n`))).rejects.toThrow(
      FolderShared,
    );
  });

  it('is noticed where the other one made the journal anew: its report is not taken for this run', async () => {
    await expect(run((journal) => writeFileSync(journal, `${others(journal)}\n`))).rejects.toThrow(
      FolderShared,
    );
  });

  it('is detected if another folder with a copy of the journal replaced it', async () => {
    const elsewhere = temporaryFolder();
    const replaced = run((journal) => {
      if (!lstatSync(folder).isSymbolicLink()) {
        cpSync(journal, join(elsewhere, 'journal.ndjson'));
        renameSync(folder, `${folder}-moved`);
        symlinkSync(elsewhere, folder);
      }
    });
    await expect(replaced).rejects.toThrow(FolderShared);
    expect(readdirSync(elsewhere)).toEqual(['journal.ndjson']);
  });

  it('is distinguished from its own folder', async () => {
    expect((await run(() => {})).verdict).toBe('none');
  });
});
