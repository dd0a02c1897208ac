import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as relations from '@roost/contract/relations';
import * as notifications from '@roost/contract/notifications';
import type * as posts from '@roost/contract/posts';
import { distributions } from '../../../tools/shard/keys.ts';
import { startAppForFile } from '../support/app.ts';
import { castOf, type Member } from '../support/cast.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);

/** Splits a statement into its CTEs by name and the outermost statement. Subqueries remain in the text. */
function partsOf(text: string): { ctes: Map<string, string>; outermost: string } {
  const ctes = new Map<string, string>();
  let rest = text.trim();
  for (let cte; (cte = /^(?:with|,)\s*(\w+) as (?:materialized )?\(/.exec(rest));) {
    const [head, name = ''] = cte;
    const end = endOfParentheses(rest, head.length);
    ctes.set(name, rest.slice(head.length, end).trim());
    rest = rest.slice(end + 1).trim();
  }
  return { ctes, outermost: rest };
}

/** The index of the parenthesis that closes the one before `from`. */
function endOfParentheses(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  throw new Error(`A parenthesis is not closed: ${text}`);
}

/** Citus copies a CTE to every node if an insert inside `with` reads it. */
function isCopiedToEveryNode(text: string): boolean {
  const { ctes } = partsOf(text);
  return [...ctes.values()].some(
    (body) =>
      body.startsWith('insert ') &&
      [...ctes.keys()].some((name) => new RegExp(`\\b(from|join|,)\\s+${name}\\b`).test(body)),
  );
}

/** Citus runs an update or a delete on every node if it does not name the key. Subqueries do not count. */
function isWithoutKey(text: string): boolean {
  const { ctes, outermost } = partsOf(text);
  return [...ctes.values(), outermost].some((body) => {
    const table = /^(?:update|delete from) "?(\w+)"?/.exec(body)?.[1];
    const distribution = table && distributions.get(table);
    if (!distribution || distribution.kind !== 'distributed') return false;
    const where = withoutSubqueries(body.slice(body.search(/\bwhere\b/)));
    return !new RegExp(`\\b${distribution.key}"? = `).test(where);
  });
}

function withoutSubqueries(text: string): string {
  const subquery = /\(\s*(select|with)\b/.exec(text);
  if (!subquery) return text;
  const after = endOfParentheses(text, subquery.index + 1) + 1;
  return withoutSubqueries(text.slice(0, subquery.index) + text.slice(after));
}

const asksEveryNode = (text: string) => isCopiedToEveryNode(text) || isWithoutKey(text);

async function like(member: Member, post: posts.Post) {
  await member.call(reactions.toggleLike, { params: { postId: post._id } });
}

test('recognises statements that ask every node', () => {
  for (const bad of [
    'with gone as (delete from likes where user_id = $1), made as (insert into likes select $1 from gone) select from made',
    'with a as (insert into follows values ($1)), b as (insert into likes select 1 from x, a) select from b',
    'update "notifications" set "is_read" = true where "id" in (select id from notifications where user_id = $1)',
    'with gone as (delete from likes where post_id = $1) select from gone',
  ])
    expect(asksEveryNode(bad), bad).toBe(true);
  for (const good of [
    'with gone as (delete from likes where user_id = $1) insert into likes select $1 where not exists (select from gone)',
    'update "notifications" set "is_read" = true where "user_id" = $1 and "id" in (select id from notifications)',
    'delete from timelines where user_id = any($1::uuid[])',
    'delete from notifications where (user_id = $1 and actor_id = $2) or (user_id = $2 and actor_id = $1)',
    'delete from high_fan_out_posts where post_id < $1',
  ])
    expect(asksEveryNode(good), good).toBe(false);
});

test('no write of one person about another asks every node', async () => {
  app.statements.length = 0;
  const post = await alice.post('For @bob #about');
  const on = { params: { postId: post._id } };
  await bob.follow(alice);
  for (let time = 0; time < 2; time += 1) {
    await like(bob, post);
    await bob.call(reactions.toggleBookmark, on);
  }
  await like(bob, post);
  await bob.comment(post._id, 'An answer to @alice');
  await bob.call(reposts.repost, on);
  await bob.call(reposts.unrepost, on);
  await bob.call(relations.unfollow, { params: { userId: alice.id } });

  const { data: conversation } = await bob.call(chat.openConversation, {
    params: { userId: alice.id },
  });
  const inConversation = { params: { conversationId: conversation._id } };
  await bob.call(chat.sendMessage, { ...inConversation, body: { content: 'Hello' } });
  await alice.call(chat.markConversationRead, { ...inConversation, body: {} });

  const { data } = await alice.call(notifications.listNotifications, { query: { grouped: '1' } });
  const { key, newestId } = data.groups![0]!;
  const group = { params: { key }, body: { newestId } };
  await alice.call(notifications.markGroupRead, group);
  await alice.call(notifications.markAllRead, {});
  await alice.call(notifications.deleteGroup, group);
  await alice.call(notifications.deleteAllNotifications, {});
  await bob.toggleBlock(alice);
  await bob.toggleBlock(alice);

  const writes = new Set(app.statements.filter((text) => /\b(insert|update|delete)\b/.test(text)));
  expect(writes.size).toBeGreaterThan(20);
  expect([...writes].filter(asksEveryNode)).toEqual([]);
});

test('no write inside a function of the database asks every node', () => {
  const folder = new URL('../../src/platform/database/functions/', import.meta.url);
  const writes = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8').replaceAll(/--.*/g, '');
    return text.match(/\b(?:update\s+\w+\s+set|delete\s+from)\b[^;]*/g) ?? [];
  });
  expect(writes.length).toBeGreaterThan(15);
  expect(writes.filter(isWithoutKey)).toEqual([]);
});
