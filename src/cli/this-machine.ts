import { isIPv4 } from 'node:net';

/** Whether an address leads to this machine itself: by the name `localhost`, one below it (RFC 6761 section 6.3), or a loopback address. */
export function isThisMachine({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
