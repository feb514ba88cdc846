/** The journal is not this run's own: another run wrote into its folder, or another process replaced it. */
export class FolderShared extends Error {
  override readonly name = 'FolderShared';

  constructor() {
    super(
      'another run used the report folder at the same time, or replaced it, so this run has no record of its own: run again with a separate --report-dir for each run',
    );
  }
}
