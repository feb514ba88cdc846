import type { Behaviour } from '../behaviour.ts';
import { bodies } from './bodies.ts';
import { detours } from './detours.ts';
import { echoes } from './echoes.ts';
import { evidence, lists } from './evidence.ts';
import { excess } from './excess.ts';
import { certificates, framing } from './framing.ts';
import { headers } from './headers.ts';
import { later } from './later.ts';
import { midway } from './midway.ts';
import { silence } from './silence.ts';
import { texts } from './texts.ts';

/** All of them. */
export const behaviours: readonly Behaviour[] = [
  ...silence,
  ...evidence,
  ...framing,
  ...certificates,
  ...headers,
  ...bodies,
  ...texts,
  ...detours,
  ...echoes,
  ...lists,
  ...midway,
  ...later,
  ...excess,
];
