import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countUnread } from '@roost/contract/notifications';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf } from '../../test/support/cast.ts';

const app = await startAppForFile();
const { alice } = await castOf(app);

test('very many likes do not hide the number of unread extended notifications', async () => {
  const insert = async (type: string, count: number) =>
    sql`insert into notifications (id, user_id, actor_id, type)
      select gen_random_uuid(), ${alice.id}, gen_random_uuid(), ${type} from generate_series(1, ${count}::int)`.execute(
      app.ctx.db,
    );
  await insert('like', 10_001);
  await insert('security', 2);
  const { data } = await alice.call(countUnread, {});
  expect(data).toEqual({ unreadCount: 10_000, extendedCount: 2, unreadGroups: 2 });
});
