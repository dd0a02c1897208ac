import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { inBackground } from './in-background.ts';
import { transaction } from './transaction.ts';

const app = await startAppForFile();
const background = inBackground(app.ctx);

const read = async ({ db }: Pick<typeof app.ctx, 'db'>, name: string) =>
  sql`select ${1}::int as ${sql.ref(name)}`.execute(db.reads);
const write = async ({ db }: Pick<typeof app.ctx, 'db'>, name: string) =>
  sql`select pg_notify(${name}, '') as ${sql.ref(name)}`.execute(db);

/** The names of the statements that count for requests. */
async function countedNames(work: () => Promise<unknown>): Promise<string[]> {
  app.statements.length = 0;
  await work();
  return app.statements.flatMap((text) => /as "(counted_\w+)"/.exec(text)?.[1] ?? []).toSorted();
}

test('statements in the background do not count for a request', async () => {
  const names = await countedNames(async () =>
    Promise.all([
      read(app.ctx, 'counted_read'),
      read(background, 'counted_background_read'),
      write(app.ctx, 'counted_write'),
      write(background, 'counted_background_write'),
    ]),
  );
  expect(names).toEqual(['counted_read', 'counted_write']);
});

test('a transaction in the background does not count for a request', async () => {
  const names = await countedNames(async () => {
    await transaction(app.ctx, async (tx) => write(tx, 'counted_write'));
    await transaction(background, async (tx) => {
      await write(tx, 'counted_background_write');
      await read(tx, 'counted_background_read');
    });
  });
  expect(names).toEqual(['counted_write']);
});
