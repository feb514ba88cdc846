/** The connection options of a run, for generated commands; files by name. Contains no secret. */
export interface Reach {
  /** `http://proxy.example.com:3128`, or `$HTTPS_PROXY` if the variable contains credentials. */
  readonly proxy: string | null;
  /** Whether the environment names a proxy that is not used. */
  readonly avoidsProxy: boolean;
  readonly caFile: string | null;
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
}
