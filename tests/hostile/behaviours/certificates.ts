import { certificateOfLocalhost } from '../../target/certificates.ts';
import { faithful } from '../answers.ts';
import type { Behaviour } from '../behaviour.ts';

/** Servers over TLS. */
export const certificates: readonly Behaviour[] = [
  {
    does: 'Its certificate is signed by itself.',
    status: 3,
    says: /no secure connection to localhost:\d+: its certificate is self-signed/,
    tls: { certificate: certificateOfLocalhost, trusted: false },
    reply: faithful,
  },
  {
    does: 'Nothing is wrong: its certificate is trusted. This shows that the others are refused for what they are.',
    status: 0,
    says: /Conformant/,
    tls: { certificate: certificateOfLocalhost, trusted: true },
    reply: faithful,
  },
];
