import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/** A load whose shards Kubernetes starts. The Secret and the claim must exist. */
export interface KubernetesLoad {
  /** The arguments of `load` that all shards share, without keys: the base URL and options. */
  readonly arguments: readonly string[];
  readonly shards: number;
  /** The container image with this program. */
  readonly image: string;
  /** When all shards start: late enough for every pod to be ready. */
  readonly startAt: Date;
  /** The maximum duration of the shards from the time at which the manifest is applied, in s. */
  readonly deadlineSeconds: number;
  /** The Secret with the API key, under `api-key`. */
  readonly secret: string;
  /** The claim of a volume that all pods can write (ReadWriteMany), or `null` to read outcomes from logs. */
  readonly claim: string | null;
}

/**
 * A manifest for Kubernetes 1.24 or later: an Indexed Job whose completion index is the shard, and with a volume a
 * suspended Job that merges the outcomes.
 */
export function kubernetesManifest(load: KubernetesLoad): string {
  const { shards, claim } = load;
  const startAt = load.startAt.toISOString();
  const out = claim === null ? '-' : '/results/outcomes';
  const words = ['shard', ...load.arguments, '--start-at', startAt, '--out', out];
  const values = {
    ...load,
    startAt,
    // Kubernetes replaces `$(NAME)` by a variable.
    arguments: words.map((word) => word.replaceAll('$', '$$$$')),
    collecting: collecting(shards, claim),
    volumeMounts: [
      { name: 'temporary', mountPath: '/tmp' },
      ...(claim === null ? [] : [{ name: 'results', mountPath: '/results' }]),
    ],
    volumes: [
      { name: 'temporary', emptyDir: {} },
      ...(claim === null ? [] : [{ name: 'results', persistentVolumeClaim: { claimName: claim } }]),
    ],
  };
  return [
    manifest('kubernetes-shards.yaml', values),
    ...(claim === null ? [] : [manifest('kubernetes-merge.yaml', values)]),
  ].join('');
}

/** The commands that make a report of the outcomes, as a comment. */
function collecting(shards: number, claim: string | null): string {
  return claim === null
    ? `#   kubectl logs --selector job-name=animal-store-load --tail=-1 --max-log-requests ${shards} \\
#     | npx animal-store-conformance load merge -`
    : `#   kubectl patch job animal-store-load-merge --patch '{"spec":{"suspend":false}}'
#   kubectl wait --for=condition=complete --timeout=10m job/animal-store-load-merge
#
# The report is then in the folder report of the volume of ${claim}.`;
}

/**
 * Fills the placeholders (`${name}`) of a template in `assets/manifests`: with JSON, which is valid YAML; verbatim in
 * comments and in lines that are only a placeholder.
 */
export function manifest(template: string, values: Readonly<Record<string, unknown>>): string {
  const text = readFileSync(join(packageRoot(), 'assets', 'manifests', template), 'utf8');
  return text.replace(/^.*$/gm, (line) => {
    const isText = line.startsWith('#') || /^\$\{\w+\}$/.test(line);
    return line.replace(/\$\{(\w+)\}/g, (_, name: string) =>
      isText ? String(values[name]) : JSON.stringify(values[name]),
    );
  });
}
