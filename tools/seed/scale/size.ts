import type { Chance } from '../chance.ts';

export interface Size {
  people: number;
  posts: number;
  /** The approximate number per person. */
  follows: number;
  comments: number;
  reposts: number;
  likes: number;
  conversations: number;
  messages: number;
}

/** The size, the time and the random generator. */
export interface Plan {
  size: Size;
  now: number;
  chance: Chance;
}
