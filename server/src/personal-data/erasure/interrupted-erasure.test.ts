import { expect, test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { liveFully } from '../../../test/support/canary.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { sweepTables } from '../../../test/support/sweep.ts';
import { insertClosing } from '../../auth/closing/closing.queries.ts';
import type { Context } from '../../kernel/context.ts';
import { erasePerson } from './erase-person.ts';

class Crash extends Error {}

/** A context that throws before this transaction, counted from 1. */
function crashingAt(ctx: Context, nth: number): Context {
  let begun = 0;
  const inTransaction: Context['db']['inTransaction'] = async (work) => {
    begun += 1;
    if (begun === nth) throw new Crash();
    return ctx.db.inTransaction(work);
  };
  const db = new Proxy(ctx.db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'inTransaction') return inTransaction;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...ctx, db };
}

test('an erasure that crashes again and again continues each time, and is complete in the end', async () => {
  const app = await startAppForTest(withJobs);
  const { leaver } = await liveFully(app);
  await insertClosing(app.ctx, leaver.id, 0);
  // Only the queue can search its jobs. The other test covers them.
  const jobs = { deleteNaming: async () => {} };
  let crashes = 0;
  for (let isOver = false; !isOver;) {
    // Each try gets a little further. Earlier steps begin again and find nothing to do.
    isOver = await erasePerson(
      crashingAt(app.ctx, 1 + Math.floor(crashes / 2)),
      { userId: leaver.id },
      { jobs },
    ).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        return false;
      },
    );
    crashes += isOver ? 0 : 1;
    expect(crashes).toBeLessThan(200);
  }
  expect(crashes).toBeGreaterThan(5);
  // A repetition after the end changes nothing.
  await erasePerson(app.ctx, { userId: leaver.id }, { jobs });
  expect(await findDrift(app.ctx)).toEqual([]);
  const left = await sweepTables(app.ctx, [leaver.canary]);
  expect(left.filter(({ table }) => !/_private_jobs$|_hashtags$/.test(table))).toEqual([]);
}, 90_000);
