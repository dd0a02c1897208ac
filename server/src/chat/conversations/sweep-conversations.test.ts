import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { sweepConversations } from './sweep-conversations.ts';

const app = await startAppForFile();
let names = 0;

async function startConversation() {
  names += 1;
  const [ann, ben] = await Promise.all([join(app, `ann${names}`), join(app, `ben${names}`)]);
  const { data } = await ann.call(chat.openConversation, { params: { userId: ben.id } });
  const params = { conversationId: data._id };
  const say = async (who: Member, content: string) =>
    who.call(chat.sendMessage, { params, body: { content } });
  const remove = async (who: Member) => who.call(chat.deleteConversation, { params });
  const stored = async () => {
    const { rows } = await sql<{ content: string }>`
      select content from messages where conversation_id = ${data._id} order by seq`.execute(
      app.ctx.db,
    );
    return rows.map(({ content }) => content);
  };
  /** Runs the sweep as if eight days had passed. */
  const sweep = async () => {
    await sql`
      update conversations
      set deleted_by_both_at = (deleted_by_both_at at time zone 'UTC' - interval '8 days') at time zone 'UTC'
      where deleted_by_both_at is not null`.execute(app.ctx.db);
    await sweepConversations(app.ctx);
  };
  await say(ann, 'one');
  await say(ben, 'two');
  return { ann, ben, params, say, remove, stored, sweep };
}

test('the sweep deletes messages a week after both people deleted them', async () => {
  const { ann, ben, params, say, remove, stored, sweep } = await startConversation();
  await remove(ann);
  await sweep();
  expect(await stored()).toEqual(['one', 'two']);
  await remove(ben);
  await sweepConversations(app.ctx);
  expect(await stored()).toEqual(['one', 'two']);
  await sweep();
  expect(await stored()).toEqual([]);
  await say(ben, 'three');
  const { data } = await ann.call(chat.listMessages, { params, query: {} });
  expect(data.map(({ content }) => content)).toEqual(['three']);
});

test('the sweep keeps messages that came after the deletion', async () => {
  const { ann, ben, say, remove, stored, sweep } = await startConversation();
  await remove(ann);
  await remove(ben);
  await say(ann, 'three');
  await sweep();
  expect(await stored()).toEqual(['three']);
});
