/** The members of a Job of Kubernetes (batch/v1) that tests read. */
export interface Job {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly suspend?: boolean;
    readonly template: { readonly spec: { readonly containers: readonly [Container, ...Container[]] } };
  };
}

export interface Container {
  readonly command?: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string }[];
}
