/**
 * How a run reaches its service, as far as another program needs it to do the same: what it was told, files by their
 * names. No secret stands in it.
 */
export interface Reach {
  /** `http://proxy.example.com:3128`, or `$HTTPS_PROXY` where the variable holds a user name and a password too. */
  readonly proxy: string | null;
  /** Whether the environment names a proxy that the service is reached without. */
  readonly avoidsProxy: boolean;
  /** `staging.example.com:443:192.0.2.7` */
  readonly resolve: string | null;
  readonly caFile: string | null;
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
}
