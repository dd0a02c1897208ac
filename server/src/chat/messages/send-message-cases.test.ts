import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { pairOf, setPreference } from '../../../test/support/chat.ts';
import { canMessage } from '../../users/contact.ts';
import type { Relationship } from '../../users/user.queries.ts';
import { insertMessage } from './send-message.queries.ts';
import { insertBlock } from '../../relations/block.queries.ts';

const app = await startAppForFile();
const { db } = app.ctx;
const { one, two, id } = await pairOf(app);
const flags = [false, true];

test.each(['everyone', 'followers', 'following', 'mutualFollowers', 'no one'])(
  'the database decides like `canMessage` under the preference %s',
  async (preference) => {
    await setPreference(app.ctx, two, preference);
    for (const follows of flags)
      for (const followed_by of flags)
        for (const blocks of flags)
          for (const blocked_by of flags)
            for (const wrote of flags) {
              const relationship = { id: two.id, follows, followed_by, blocks, blocked_by, wrote };
              await writeRelationship(relationship);
              const person = { user: { id: two.id, message_preference: preference }, relationship };
              const expected = canMessage(one.id, person) ? 'added' : 'refused';
              expect(await verdict(), JSON.stringify(relationship)).toBe(expected);
            }
  },
);

/** Writes the rows themselves, because some of these cases cannot come about by requests. */
async function writeRelationship(relationship: Relationship): Promise<void> {
  const { follows, followed_by, blocks, blocked_by, wrote } = relationship;
  await sql`delete from follows`.execute(db);
  await sql`delete from blocks`.execute(db);
  await sql`delete from blocked_by`.execute(db);
  if (follows) await insertFollow(one.id, two.id);
  if (followed_by) await insertFollow(two.id, one.id);
  if (blocks) await insertBlock(app.ctx, one.id, two.id);
  if (blocked_by) await insertBlock(app.ctx, two.id, one.id);
  await sql`update conversation_members set has_written = ${wrote} where user_id = ${two.id}`.execute(
    db,
  );
}

async function insertFollow(follower_id: string, followee_id: string) {
  await db.insertInto('follows').values({ follower_id, followee_id }).execute();
}

async function verdict(): Promise<string> {
  const message = { id: newId(), conversationId: id, senderId: one.id, content: 'Hello' };
  const more = { receiverId: two.id, mediaIds: [], clientId: undefined, socketId: undefined };
  return (await insertMessage(app.ctx, { ...message, ...more })).verdict;
}
