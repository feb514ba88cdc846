import { Document } from 'yaml';
import { literalWord } from '../../report/shell-word.ts';
import { keyVariable, leadSeconds, outcomeFolder, reportFolder, type ShardedLoad } from './sharded-load.ts';

const program = 'animal-store-conformance';
const mergeLine = `${program} load merge ${outcomeFolder} --report-dir ${reportFolder}`;

/** A workflow of GitHub Actions: a job sets the time at which all shards start, a matrix runs them, one job merges. */
export function githubWorkflow(load: ShardedLoad): string {
  const { name, shards, image } = load;
  // The workspace belongs to the user of the runner, not to that of the image.
  const container = { image, options: '--user root' };
  return yaml({
    name,
    on: { workflow_dispatch: {} },
    permissions: { contents: 'read' },
    jobs: {
      plan: {
        'runs-on': 'ubuntu-latest',
        outputs: { 'start-at': '${{ steps.time.outputs.start-at }}' },
        steps: [
          {
            id: 'time',
            run: `echo "start-at=$(date --utc --date '+${leadSeconds} seconds' +%Y-%m-%dT%H:%M:%SZ)" >> "$GITHUB_OUTPUT"`,
          },
        ],
      },
      shard: {
        needs: 'plan',
        'runs-on': 'ubuntu-latest',
        container,
        strategy: { 'fail-fast': false, matrix: { shard: numbers(shards) } },
        steps: [
          {
            run: shardLine(load, '${{ matrix.shard }}', '${{ needs.plan.outputs.start-at }}', expressionless),
            env: { [keyVariable]: `\${{ secrets.${keyVariable} }}` },
          },
          {
            if: 'always()',
            uses: 'actions/upload-artifact@v4',
            with: { name: 'outcome-${{ matrix.shard }}', path: outcomeFolder },
          },
        ],
      },
      merge: {
        needs: 'shard',
        if: 'always()',
        'runs-on': 'ubuntu-latest',
        container,
        steps: [
          {
            uses: 'actions/download-artifact@v4',
            with: { path: outcomeFolder, pattern: 'outcome-*', 'merge-multiple': true },
          },
          { run: mergeLine },
          {
            if: 'always()',
            uses: 'actions/upload-artifact@v4',
            with: { name: reportFolder, path: reportFolder },
          },
        ],
      },
    },
  });
}

/** Jobs of GitLab CI, to include: one sets the time at which all shards start, `parallel` runs them, one merges. */
export function gitlabJobs(load: ShardedLoad): string {
  const { name, shards, image } = load;
  const container = { image: { name: image, entrypoint: [''] } };
  return yaml({
    stages: ['plan', 'load', 'merge'],
    [`${name}-plan`]: {
      stage: 'plan',
      image: 'alpine:3',
      script: [
        `echo "START_AT=$(date -u -d "@$(($(date +%s) + ${leadSeconds}))" +%Y-%m-%dT%H:%M:%SZ)" > plan.env`,
      ],
      artifacts: { reports: { dotenv: 'plan.env' } },
    },
    [name]: {
      ...container,
      stage: 'load',
      needs: [`${name}-plan`],
      parallel: { matrix: [{ SHARD: numbers(shards).map(String) }] },
      script: [shardLine(load, '$SHARD', '$START_AT')],
      artifacts: { when: 'always', paths: [outcomeFolder] },
    },
    [`${name}-merge`]: {
      ...container,
      stage: 'merge',
      when: 'always',
      script: [mergeLine],
      artifacts: { when: 'always', paths: [reportFolder] },
    },
  });
}

/** A word of a script that GitHub reads first: it puts in the value of each `${{ … }}`, here that of its beginning. */
function expressionless(word: string): string {
  return literalWord(word).replaceAll('${{', "${{ '${{' }}");
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function shardLine(
  { arguments: words, shards }: ShardedLoad,
  shard: string,
  startAt: string,
  written = literalWord,
): string {
  const own = `--shard "${shard}/${shards}" --start-at "${startAt}" --out ${outcomeFolder}`;
  return `${program} load ${words.map(written).join(' ')} ${own}`;
}

function yaml(value: object): string {
  return new Document(value, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 });
}
