import type { Persona } from './persona.ts';

/**
 * Of every account of the demo. It stands in a public repository: the demo is for a machine of one's own, not
 * for a site that others can reach.
 */
export const DEMO_PASSWORD = 'heron-lamp-4713-plum';

/** Those to sign in with first, and what each is good for. */
export const toSignInWith: [username: string, because: string][] = [
  ['ines_alvarado', 'talks a lot, follows and is followed by many'],
  ['claudette_n', 'an ordinary member'],
  ['otto_feldmann', 'reads more than he writes, mostly in German'],
  ['takumi_mori', 'has Premium, and pictures to show for it'],
  ['tove_lindahl', 'signed up just now, follows nobody'],
];

/** No mail ever goes there: example.org takes none. */
export function emailOf({ username }: Pick<Persona, 'username'>): string {
  return `${username}@demo.example.org`;
}
