import type { Socket } from 'node:net';
import type { RawRequest } from '../target/raw-server.ts';

/** An answer as the reference implementation gives it, taken apart. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What a hostile server may make use of. */
export interface Surroundings {
  /** Has the reference implementation answer a request. */
  ask(request: RawRequest): Promise<WholeAnswer>;
  /** The base address of another server, to which nothing may ever be sent. */
  readonly elsewhere: string;
}

/** Answers one request with whatever bytes it likes, or not at all. */
export type Reply = (socket: Socket, request: RawRequest, around: Surroundings) => void | Promise<void>;

/** One way for a server to be hostile, and what the command makes of it. */
export interface Behaviour {
  /** What the server does, in one sentence. */
  readonly does: string;
  /** The exit status of `run`. */
  readonly status: 0 | 1 | 3;
  /** What the screen must say. */
  readonly says: RegExp;
  /** Options of `run` besides a seed; `--effort smoke` where left out. */
  readonly options?: readonly string[];
  /** Called with each connection. */
  readonly greet?: (socket: Socket) => void;
  /** Called with each whole request. Without it none is answered. */
  readonly reply?: Reply;
  /** Speaks TLS with this certificate (PEM); `trusted`: where the user of the command trusts it. */
  readonly tls?: { readonly certificate: string; readonly trusted: boolean };
  /** Another base address than that of the server, made from it. */
  readonly address?: (baseUrl: string) => string;
}

/** Behaviours, by what the server does, that end a run alike and differ in nothing but the reply. */
export function ending(
  status: Behaviour['status'],
  says: RegExp,
  replies: Readonly<Record<string, Reply>>,
): Behaviour[] {
  return Object.entries(replies).map(([does, reply]) => ({ does, status, says, reply }));
}
