import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { writeCache, type Undo } from '../../lib/cache/write-cache.ts';
import { userKeys } from './user-keys.ts';

interface Listed {
  _id: string;
}
interface Removed {
  row: Listed;
  after: string | undefined;
}

/** Removes a person from every cached list of people, or from those under `lists`. The undo restores the positions. */
export function removePerson(
  client: QueryClient,
  userId: string,
  lists: QueryKey = userKeys.lists,
): Undo {
  const gone = new Map<string, Removed>();
  changeLists(client, lists, (rows, place) => {
    const index = rows.findIndex(({ _id }) => _id === userId);
    const row = rows[index];
    if (!row) return rows;
    gone.set(place, { row, after: rows[index - 1]?._id });
    return rows.toSpliced(index, 1);
  });
  return () =>
    changeLists(client, lists, (rows, place) => {
      const removed = gone.get(place);
      if (!removed || rows.some(({ _id }) => _id === userId)) return rows;
      return rows.toSpliced(rows.findIndex(({ _id }) => _id === removed.after) + 1, 0, removed.row);
    });
}

type Change = (rows: Listed[], place: string) => Listed[];

/** A list is an array of people, or pages of them. `place` identifies one array. */
function changeLists(client: QueryClient, lists: QueryKey, change: Change): void {
  writeCache(client, lists, (data, query) => {
    if (Array.isArray(data)) return change(data as Listed[], query);
    if (!isPaged(data)) return data;
    const pages = data.pages.map((page, index) => {
      const users = change(page.users, `${query} ${index}`);
      return users === page.users ? page : { ...page, users };
    });
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  });
}

function isPaged(data: unknown): data is { pages: { users: Listed[] }[] } {
  return typeof data === 'object' && data !== null && 'pages' in data;
}
