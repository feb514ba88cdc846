/** The journal is not that of this run alone: another run wrote into its folder, or made it anew. */
export class FolderShared extends Error {
  override readonly name = 'FolderShared';

  constructor() {
    super(
      'another run used the folder for reports at the same time, so there is no record of this one alone: run again, each run with a --report-dir of its own',
    );
  }
}
