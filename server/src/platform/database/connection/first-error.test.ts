import { toggleLike } from '@roost/contract/reactions';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startAppForFile } from '../../../../test/support/app.ts';
import { castOf } from '../../../../test/support/cast.ts';
import { expectFailure } from '../../../../test/support/failure.ts';

const app = await startAppForFile();
const { alice } = await castOf(app);

/** Ends the wait for a row lock, as `lock_timeout` does after 8 s. Returns whether a statement waited. */
async function endLockWait(): Promise<boolean> {
  const end = `select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and wait_event_type = 'Lock'`;
  // On a sharded database, statements wait on the worker that has the row.
  const onWorkers = `select from run_command_on_workers($$select count(*) from (${end}) as ended$$)
    where success and result::int > 0`;
  const { rows } = await sql.raw(app.ctx.shards ? onWorkers : end).execute(app.ctx.db);
  return rows.length > 0;
}

test('a like that times out at its post’s lock gets 503, not 500', async () => {
  const { _id: postId } = await alice.post('locked');
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = app.ctx.db.transaction().execute(async (tx) => {
    await sql`select from post_stats where post_id = ${postId} for update`.execute(tx);
    isHeld.resolve();
    await isOver.promise;
  });
  onTestFinished(async () => {
    isOver.resolve();
    await holding;
  });
  await isHeld.promise;
  const liking = alice.client.fetch(toggleLike.path.replace(':postId', postId), {
    method: toggleLike.method,
  });
  await expect.poll(endLockWait).toBe(true);
  const answer = await liking;
  await expectFailure(answer, 'unavailable');
  expect(answer.headers.get('retry-after')).toBe('2');
});
