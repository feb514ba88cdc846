/** The journal is not that of this run alone: another run wrote into its folder, or something made it anew. */
export class FolderShared extends Error {
  override readonly name = 'FolderShared';

  constructor() {
    super(
      'the folder for reports was used by another run at the same time, or replaced, so there is no record of this run alone: run again, each run with a --report-dir of its own',
    );
  }
}
