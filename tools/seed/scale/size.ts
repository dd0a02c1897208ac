import type { Chance } from '../chance.ts';

export interface Size {
  people: number;
  posts: number;
  /** Of each person, about. */
  follows: number;
  comments: number;
  reposts: number;
  likes: number;
  conversations: number;
  messages: number;
}

/** What everything is drawn by. */
export interface Plan {
  size: Size;
  now: number;
  chance: Chance;
}
