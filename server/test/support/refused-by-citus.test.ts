import { expect, test } from 'vitest';
import { refusalsOf } from './refused-by-citus.ts';

test.each([
  `select "id" from "users" where "role" = 'admin' order by "id" for update`,
  'select id, files from media\n where id = any($1::uuid[]) for share',
  'update posts set withheld_as = $1, deleted_at = coalesce(deleted_at, now()) where id = $2',
  `update messages set content = '', deleted_at = case when $1 then now() end from old where messages.id = old.id`,
  'insert into "notes" ("content") values ($1) on conflict ("author_id") do update set "content" = $2, "updated_at" = now()',
  `delete from "account_closings" where "user_id" = $1 and date_trunc('milliseconds', closed_at) = $2`,
])('%s is refused', (text) => {
  expect(refusalsOf(text)).toHaveLength(1);
});

test.each([
  'select role from users where id = $1 for update',
  'select number from posting_lists_end for update',
  'select "id" from "users" where "role" = $1',
  'update posts set deleted_at = coalesce(deleted_at, (select now())) where id = $1',
  'update users set seen_at = now() where id = $1 and coalesce(until, now()) <= now()',
  'insert into notes (content) values ($1) on conflict (author_id) do update set updated_at = excluded.updated_at',
  `delete from account_closings where user_id = $1 and date_trunc('milliseconds', closed_at at time zone 'UTC') = $2`,
])('%s is not refused', (text) => {
  expect(refusalsOf(text)).toEqual([]);
});
