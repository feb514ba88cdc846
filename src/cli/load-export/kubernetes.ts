import { Document } from 'yaml';
import { keyVariable, outcomeFolder, reportFolder, type ShardedLoad } from './sharded-load.ts';

/** The settings of a manifest besides the load. The Secret and the claim must exist. */
export interface KubernetesSettings {
  /** When all shards start: late enough for every pod to be ready. */
  readonly startAt: Date;
  /** The maximum duration of the shards from the time at which the manifest is applied, in s. */
  readonly deadlineSeconds: number;
  /** The Secret with the API key, under `api-key`. */
  readonly secret: string;
  /** The claim of a volume that all pods can write (ReadWriteMany), or `null` to read outcomes from logs. */
  readonly claim: string | null;
}

const volume = '/results';
const outcomes = `${volume}/${outcomeFolder}`;
const keptSeconds = 86_400;

/**
 * A manifest for Kubernetes 1.24 or later: an Indexed Job whose completion index is the shard, and with a volume a
 * suspended Job that merges the outcomes.
 */
export function kubernetesManifest(load: ShardedLoad, settings: KubernetesSettings): string {
  const documents = [
    shardsJob(load, settings),
    ...(settings.claim === null ? [] : [mergeJob(load, settings.claim)]),
  ];
  const texts = documents.map((job) =>
    new Document(job, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 }),
  );
  return `${comment(load, settings)}${texts.join('---\n')}`;
}

/** A Job (batch/v1) with one pod per shard. A pod that fails is not replaced: its requests would be sent twice. */
function shardsJob(load: ShardedLoad, settings: KubernetesSettings) {
  const { startAt, deadlineSeconds, secret, claim } = settings;
  const { name, shards, image } = load;
  const labels = { app: name };
  const out = claim === null ? '-' : outcomes;
  const shard = `--shard "$((JOB_COMPLETION_INDEX + 1))/${shards}" --start-at ${startAt.toISOString()}`;
  const script = `exec animal-store-conformance load "$@" ${shard} --out "${out}"`;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      completionMode: 'Indexed',
      completions: shards,
      parallelism: shards,
      backoffLimit: 0,
      activeDeadlineSeconds: deadlineSeconds,
      ttlSecondsAfterFinished: keptSeconds,
      template: {
        metadata: { labels },
        spec: {
          ...podDefaults,
          affinity: apartFrom(labels),
          containers: [
            {
              ...containerDefaults,
              name: 'shard',
              image,
              command: ['sh', '-c', withoutExpansion(script)],
              args: ['shard', ...load.arguments.map(withoutExpansion)],
              env: [{ name: keyVariable, valueFrom: { secretKeyRef: { name: secret, key: 'api-key' } } }],
              resources: { requests: { cpu: '1', memory: '512Mi' }, limits: { memory: '1Gi' } },
              volumeMounts: mounts(claim),
            },
          ],
          volumes: volumes(claim),
        },
      },
    },
  };
}

function mergeJob({ name, image }: ShardedLoad, claim: string) {
  const merging = `${name}-merge`;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: merging, labels: { app: merging } },
    spec: {
      suspend: true,
      backoffLimit: 0,
      ttlSecondsAfterFinished: keptSeconds,
      template: {
        metadata: { labels: { app: merging } },
        spec: {
          ...podDefaults,
          containers: [
            {
              ...containerDefaults,
              name: 'merge',
              image,
              args: ['load', 'merge', outcomes, '--report-dir', `${volume}/${reportFolder}`],
              resources: { requests: { cpu: '1', memory: '512Mi' }, limits: { memory: '1Gi' } },
              volumeMounts: mounts(claim),
            },
          ],
          volumes: volumes(claim),
        },
      },
    },
  };
}

/** The Pod Security Standard "restricted". */
const podDefaults = {
  restartPolicy: 'Never',
  automountServiceAccountToken: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    fsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

export const containerDefaults = {
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
};

/** Two shards on one node share its processor. Preferred only, so that a small cluster runs them too. */
export function apartFrom(matchLabels: Readonly<Record<string, string>>) {
  const podAffinityTerm = { labelSelector: { matchLabels }, topologyKey: 'kubernetes.io/hostname' };
  return {
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm }] },
  };
}

function mounts(claim: string | null) {
  return [
    { name: 'temporary', mountPath: '/tmp' },
    ...(claim === null ? [] : [{ name: 'results', mountPath: volume }]),
  ];
}

function volumes(claim: string | null) {
  return [
    { name: 'temporary', emptyDir: {} },
    ...(claim === null ? [] : [{ name: 'results', persistentVolumeClaim: { claimName: claim } }]),
  ];
}

/** Kubernetes reads `$$` as a dollar sign, and replaces `$(NAME)` by a variable. */
function withoutExpansion(word: string): string {
  return word.replaceAll('$', '$$$$');
}

function comment({ name, shards }: ShardedLoad, { startAt, secret, claim }: KubernetesSettings): string {
  const merge =
    claim === null
      ? [
          `kubectl logs --selector job-name=${name} --tail=-1 --max-log-requests ${shards} \\`,
          '  | npx animal-store-conformance load merge -',
        ]
      : [
          `kubectl patch job ${name}-merge --patch '{"spec":{"suspend":false}}'`,
          `kubectl wait --for=condition=complete --timeout=10m job/${name}-merge`,
        ];
  const lines = [
    `A load in ${shards} shards, which all start at ${startAt.toISOString()}. Before that, apply this file:`,
    '',
    `  kubectl create secret generic ${secret} --from-literal=api-key=...   # once`,
    '  kubectl apply --filename FILE',
    `  kubectl wait --for=condition=complete --timeout=1h job/${name}`,
    ...merge.map((line) => `  ${line}`),
    ...(claim === null ? [] : ['', `The report is then in the folder report of the volume of ${claim}.`]),
  ];
  return `${lines.map((line) => `# ${line}`.trimEnd()).join('\n')}\n`;
}
