import { defaulted, flag, list, type Options, single } from './option.ts';
import * as service from './service-values.ts';
import * as value from './values.ts';

const options = 'Options:';
const onlyHere = { scope: 'command line' } as const;

/** Host, path, tag and digest of an image, without special characters of an engine or a shell. */
const imageReference = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,511}$/;
/** A DNS subdomain (RFC 1123), like the names of Kubernetes objects. */
const objectName = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const objectForm = 'a name of Kubernetes: lower-case letters, digits, "-" and "."';

export const toolOptions = {
  port: defaulted(
    options,
    value.wholeNumber('N', 0, 65_535),
    '8080',
    'the port to listen on; 0 takes a free one',
    onlyHere,
  ),
  target: single(options, service.baseUrl, 'only reports of this target', onlyHere),
  fault: list(options, value.text('NAME'), 'deviate from the interface document in this way', onlyHere),
  variant: list(
    options,
    value.text('NAME'),
    'conform in this unusual way; in several at once as NAME+NAME',
    onlyHere,
  ),
  'list-faults': flag(options, 'print the names of all faults and variants', onlyHere),
  mixtures: single(options, value.wholeNumber('N', 0, 10_000), 'random mixtures of variants to try', {
    ...onlyHere,
    otherwise: 'so many that every variant is in one; 0 with --fault or --variant',
  }),
  allowance: single(
    options,
    value.choice('KIND', ['ordinary', 'ample']),
    'the allowance of the keys of all runs, ordinary or ample',
    { ...onlyHere, otherwise: 'what each fault needs' },
  ),
  workers: single(options, value.wholeNumber('N', 1, 256), 'processes in parallel', {
    ...onlyHere,
    otherwise: 'one per core',
  }),
  format: single(options, value.text('FORMAT'), 'the format', onlyHere),
  out: single(options, value.text('FILE'), 'the file to write', { ...onlyHere, otherwise: 'the terminal' }),
  last: single(options, value.wholeNumber('N', 1), 'only the newest N runs of each target', {
    ...onlyHere,
    otherwise: 'all',
  }),
  'html-assets': defaulted(
    options,
    value.choice('PLACE', ['inline', 'external']),
    'inline',
    'where index.html has style and script: inline, or external for Jenkins and the like',
    onlyHere,
  ),
  key: single(options, value.text('FILE'), 'the private key to sign with: ECDSA P-256 in PEM', {
    ...onlyHere,
    otherwise: 'no signature',
  }),
  'public-key': single(options, value.text('FILE'), "the signer's public key in PEM", onlyHere),
  shards: single(options, value.wholeNumber('N', 1, 1_000), 'the number of shards', onlyHere),
  image: single(
    options,
    value.textOf('IMAGE', imageReference, 'an image: write e.g. registry.example.com/conformance:1.0'),
    'the container image of the shards, built with the Dockerfile of this program',
    onlyHere,
  ),
  secret: defaulted(
    options,
    value.textOf('NAME', objectName, objectForm),
    'animal-store-api-key',
    'kubernetes: the Secret with the API key under api-key',
    onlyHere,
  ),
  claim: single(
    options,
    value.textOf('NAME', objectName, objectForm),
    'kubernetes: the claim of a volume (ReadWriteMany) for outcomes and report',
    { ...onlyHere, otherwise: 'outcomes are in the logs' },
  ),
  sample: defaulted(
    options,
    value.sampleShare,
    '1%',
    'k6: the share of the exchanges that is logged for the verdict, at most 200 per second and instance',
    onlyHere,
  ),
  force: flag(options, 'replace an existing configuration file', onlyHere),
} as const satisfies Options;
