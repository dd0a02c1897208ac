import { SHORTEST_NAME } from '../users/search-people.query.ts';

/** Whether the query may be a person's name. A hashtag cannot. */
export function asksForName(text: string): boolean {
  return [...text].length >= SHORTEST_NAME && !/^[#＃]/u.test(text);
}
