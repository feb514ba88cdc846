import type { Server, Socket } from 'node:net';
import { createServer } from 'node:tls';

// Made for these tests alone: one key, and self-signed certificates by it. Nothing else trusts them.

export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9YHHuUlWSXi9EAqd
prvsX5px3KSBdl5GeWvCqr/cvkKhRANCAAQBbj6fc4FHszWr5o7sgnUEZ8wuUFAa
U5MwHsy5mbAc9XTd545Pvoev6Epw4MtyR/LjszkgrUdei733wq15euHQ
-----END PRIVATE KEY-----
`;

export const certificateOfLocalhost = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAFuPp9zgUezNavm
juyCdQRnzC5QUBpTkzAezLmZsBz1dN3njk++h6/oSnDgy3JH8uOzOSCtR16LvffC
rXl64dCjSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBQX2If/2OQdsuMpD7Y33G6ZmGXilzAKBggqhkjOPQQDAgNHADBE
AiAAsvJRcPitl1JUBEYTyexAMGVWpYpU/nJg7p76/LTY0wIgBpv1jxqjDOVX7RBO
iDEa5HfJlUKRHPj5qenMaQvZjBg=
-----END CERTIFICATE-----
`;

export const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQWgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQBbj6fc4FHszWr5o7s
gnUEZ8wuUFAaU5MwHsy5mbAc9XTd545Pvoev6Epw4MtyR/LjszkgrUdei733wq15
euHQo0gwRjAUBgNVHREEDTALgglsb2NhbGhvc3QwDwYDVR0TAQH/BAUwAwEB/zAd
BgNVHQ4EFgQUF9iH/9jkHbLjKQ+2N9xumZhl4pcwCgYIKoZIzj0EAwIDSQAwRgIh
AOXugEL7Gx0T8zeF14m3kPIYGoSDxU/FVSSJOAbgunZtAiEAq3By71jb8kC3lSxP
n+xtBY88eIGkl8yV4HeygRjTnMg=
-----END CERTIFICATE-----
`;

export const certificateOfAnotherHost = `-----BEGIN CERTIFICATE-----
MIIBbjCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1vdGhlci5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1vdGhlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAW4+
n3OBR7M1q+aO7IJ1BGfMLlBQGlOTMB7MuZmwHPV03eeOT76Hr+hKcODLckfy47M5
IK1HXou998KteXrh0KNMMEowGAYDVR0RBBEwD4INb3RoZXIuZXhhbXBsZTAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBQX2If/2OQdsuMpD7Y33G6ZmGXilzAKBggq
hkjOPQQDAgNJADBGAiEAkgA3F1sVzW25zAacfx/vjIFouPGlOC2E70Hc7BzZuBAC
IQDMSdOtIAcrJZ5Hk5IRecXVx5De3AoVRcL/Ig0uOf0fTw==
-----END CERTIFICATE-----
`;

/** Makes servers that speak TLS and show this certificate, to be handed to whatever starts one. */
export function secured(certificate: string): (onConnection: (socket: Socket) => void) => Server {
  return (onConnection) =>
    createServer({ key: privateKey, cert: certificate }, onConnection).on('tlsClientError', () => {});
}
