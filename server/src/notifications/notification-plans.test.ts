import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ExplainingDatabase } from '../../../tools/explain/plans.ts';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { listNotificationRows } from './notification-list.queries.ts';

const databaseUrl = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: databaseUrl });

test('among thousands of hidden people, a list looks up only its actors, by index', async () => {
  const [owner] = (await crowdOf(app, 1)) as [Member];
  const { db } = app.ctx;
  await sql`
    with many as (
      insert into users (id, username, full_name)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many' || n, 'Many' from generate_series(1, 5000) as n
      returning id
    ), hidden as (
      insert into hidden_users (user_id, reason) select id, 'banned' from many where id::text not like '%1'
    )
    insert into notifications (id, user_id, actor_id, type)
    select ('ff' || substr(id::text, 3))::uuid, ${owner.id}, id, 'follow' from many where id::text like '%01' or id::text like '%02'
    union all
    select ('fe' || substr(id::text, 3))::uuid, id, ${owner.id}, 'follow' from many`.execute(db);
  await sql`analyze`.execute(db);
  const explaining = new ExplainingDatabase(databaseUrl);
  try {
    const page = { after: null, offset: 0, limit: 21 };
    const plans = await explaining.plansOf(async () => {
      const ctx = { ...app.ctx, db: explaining.db };
      const { rows, total } = await listNotificationRows(ctx, owner.id, {}, page);
      expect([rows.length, total]).toEqual([21, 50]);
    });
    const lines = plans.flatMap((plan) => plan.lines);
    const lookUps = lines.filter((line) => line.includes('on hidden_users'));
    expect(lookUps.length).toBeGreaterThan(0);
    for (const line of lookUps) {
      const [, rows, loops] = /rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
      // A person has at most one row for each reason.
      expect(Number(rows), line).toBeLessThanOrEqual(1);
      expect(Number(loops), line).toBeLessThanOrEqual(100);
    }
  } finally {
    await explaining.db.destroy();
  }
});
