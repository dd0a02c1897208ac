import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as relations from '@roost/contract/relations';
import { updatePrivacy } from '@roost/contract/users';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { untilSomebodyWaits } from '../../test/support/locks.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { findFollowed, insertFollow } from './follow.queries.ts';
import { deleteRequest } from './requests/follow-request.queries.ts';

const app = await startAppForFile();

describe('a block whose commit has reached only one of two database nodes', () => {
  /** Two new people, the lower id first. */
  const pair = async (name: string) =>
    (await crowdOf(app, 2, name)).toSorted((one, two) => (one.id < two.id ? -1 : 1)) as [
      Member,
      Member,
    ];

  test('stops a follow, because it is seen beside the lock', async () => {
    const [low, high] = await pair('follow');
    for (const [table, blocker, blocked] of [
      ['blocks', low, high],
      ['blocked_by', high, low],
    ] as const) {
      await app.ctx.db
        .insertInto(table)
        .values({ blocker_id: blocker.id, blocked_id: blocked.id })
        .execute();
      expect((await refusalOf(low.follow(high))).status).toBe(403);
      expect((await refusalOf(high.follow(low))).status).toBe(403);
      await app.ctx.db
        .deleteFrom(table)
        .where('blocker_id', '=', blocker.id)
        .where('blocked_id', '=', blocked.id)
        .execute();
    }
  });

  test('waits for a request, which locks both people', async () => {
    const [low, high] = await pair('request');
    await high.call(updatePrivacy, { body: { followApproval: true } });
    const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const asking = app.ctx.db.inTransaction(async (db) => {
      expect(await insertFollow({ ...app.ctx, db }, low.id, high.id)).toBe('requested');
      asked.resolve();
      await over.promise;
    });
    await Promise.race([asked.promise, asking]);
    const locking = sql`select from user_stats where user_id = ${high.id} for update`.execute(
      app.ctx.db,
    );
    await untilSomebodyWaits(app);
    over.resolve();
    await Promise.all([asking, locking]);
  });

  test('stops the acceptance of a request that it deletes', async () => {
    const [low, high] = await pair('acceptance');
    await high.call(updatePrivacy, { body: { followApproval: true } });
    await low.follow(high);
    const [deleted, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = app.ctx.db.inTransaction(async (db) => {
      expect(await deleteRequest({ ...app.ctx, db }, low.id, high.id)).toBe(true);
      deleted.resolve();
      await over.promise;
    });
    await Promise.race([deleted.promise, deleting]);
    const accepting = refusalOf(
      high.call(relations.acceptFollowRequest, { params: { userId: low.id } }),
    );
    await untilSomebodyWaits(app);
    over.resolve();
    await deleting;
    expect((await accepting).status).toBe(404);
    expect(await findFollowed(app.ctx, low.id, [high.id])).toEqual([]);
  });
});
