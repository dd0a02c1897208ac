import type { Persona } from './persona.ts';

/** The password of every demo account. It is public, so the demo belongs on a machine that others cannot reach. */
export const DEMO_PASSWORD = 'heron-lamp-4713-plum';

/** The accounts to sign in with first, and the purpose of each. */
export const toSignInWith: [username: string, because: string][] = [
  ['ines_alvarado', 'talks a lot, follows and is followed by many'],
  ['claudette_n', 'an ordinary member'],
  ['otto_feldmann', 'reads more than he writes, mostly in German'],
  ['takumi_mori', 'has Premium, and pictures to show for it'],
  ['tove_lindahl', 'signed up just now, follows nobody'],
];

/** example.org accepts no mail, so the demo sends none to anybody. */
export function emailOf({ username }: Pick<Persona, 'username'>): string {
  return `${username}@demo.example.org`;
}
