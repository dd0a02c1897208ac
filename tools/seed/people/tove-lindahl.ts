import type { Persona } from '../persona.ts';

/** Shows the app on a newcomer's first day. */
export const tove: Persona = {
  username: 'tove_lindahl',
  fullName: 'Tove Lindahl',
  bio: '',
  joined: 0,
  interests: [],
  isNewcomer: true,
  posts: [],
};
