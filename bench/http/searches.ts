import { sql } from 'kysely';
import { reading, select } from './reads.ts';
import { DIFFERENT_REQUESTS, type RequestKind } from './request-kind.ts';

export const searches: Record<string, RequestKind> = {
  'search-posts': {
    measure: 'search of posts',
    aim: 5,
    /** Searches for one or two words of an existing post, or sometimes for its hashtag. Frequent words are chosen more often. */
    async sequences(world) {
      const chance = world.chanceFor('search-posts');
      const posts = await select<{ id: string; owner: string; content: string }>(
        world,
        sql`select id, author_id as owner, content from posts
          where visibility = 'public' and parent_id is null and repost_of_id is null
          order by hashtext(id::text) limit ${DIFFERENT_REQUESTS}`,
      );
      return world.pairs(chance, posts, DIFFERENT_REQUESTS).flatMap(([member, { content }]) => {
        const words = content.split(' ').filter((word) => /^\p{L}{3,}$/u.test(word));
        const tag = /#\p{L}+/u.exec(content)?.[0];
        if (words.length === 0) return [];
        const text =
          tag && chance.isTrue(0.3)
            ? tag
            : Array.from({ length: chance.isTrue(0.6) ? 2 : 1 }, () => chance.pick(words)).join(
                ' ',
              );
        const query = encodeURIComponent(text);
        return reading(member, `/api/posts/search?query=${query}`, 'data.posts', 1);
      });
    },
  },
  'search-people': {
    measure: 'search of people',
    aim: 2,
    async sequences(world) {
      const chance = world.chanceFor('search-people');
      const people = await select<{
        id: string;
        owner: string;
        username: string;
        full_name: string;
      }>(
        world,
        sql`select id, id as owner, username, full_name from users
          where username not like 'bystander\\_%' order by hashtext(id::text) limit ${DIFFERENT_REQUESTS}`,
      );
      return world
        .pairs(chance, people, DIFFERENT_REQUESTS)
        .map(([member, { username, full_name }]) => {
          const [first = '', last = ''] = full_name.split(' ');
          // The search ignores words of one letter.
          const text = chance.pick([
            [...first].length > 1 ? first : username,
            `${first} ${last.slice(0, 3)}`,
            username,
          ]);
          const query = encodeURIComponent(text);
          return reading(member, `/api/users/search?query=${query}`, 'data.users', 1);
        });
    },
  },
};
