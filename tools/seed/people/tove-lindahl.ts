import type { Persona } from '../persona.ts';

/** To see how the place looks on one's first day. */
export const tove: Persona = {
  username: 'tove_lindahl',
  fullName: 'Tove Lindahl',
  bio: '',
  joined: 0,
  interests: [],
  isNewcomer: true,
  posts: [],
};
