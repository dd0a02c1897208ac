import { wordsIn } from '#words/personal-data';
import type { MemberContext } from '../../../kernel/context.ts';
import type { Locale } from '../../../platform/locale.ts';
import { listChats } from '../../erasure/erase-chats.queries.ts';
import type { ExportItem } from './export-item.ts';
import { loadExportedMedia } from './media/exported-media.ts';
import { listChatMessages, readChat } from './read-messages.queries.ts';
import { listShownNames } from './read-relations.queries.ts';

const CHATS_PER_READ = 200;
const MESSAGES_PER_READ = 500;

/** Reads the messages of all conversations of a person, the person's own and those of the others, oldest first in each. */
export async function* readMessages(
  ctx: MemberContext,
  locale: Locale,
): AsyncGenerator<ExportItem> {
  const words = wordsIn(locale);
  let unavailable = 0;
  for (let after: string | null = null; ;) {
    const chats: string[] = await listChats(ctx, ctx.viewer.id, after, CHATS_PER_READ);
    for (const id of chats) {
      const chat = await readChat(ctx, ctx.viewer.id, id);
      if (!chat) continue;
      const username = (await listShownNames(ctx, [chat.other_id])).get(chat.other_id);
      if (!username) unavailable += 1;
      yield* readConversation(ctx, id, {
        after: chat.cleared_seq,
        // All hidden people have the same name in the chat, too. The number tells their conversations apart.
        heading: username ? `@${username}` : words.unavailableAccount({ number: unavailable }),
      });
    }
    if (chats.length < CHATS_PER_READ) return;
    after = chats.at(-1) ?? null;
  }
}

async function* readConversation(
  ctx: MemberContext,
  id: string,
  { heading, after: cleared }: { heading: string; after: number },
): AsyncGenerator<ExportItem> {
  const { id: ownId } = ctx.viewer;
  for (let after = cleared; ;) {
    const found = await listChatMessages(ctx, id, after, MESSAGES_PER_READ);
    const mediaOf = await loadExportedMedia(
      ctx,
      found.flatMap(({ sender_id, media_ids }) => (sender_id === ownId ? media_ids : [])),
    );
    for (const { sender_id, content, created_at, media_ids } of found)
      yield {
        heading,
        at: created_at.toISOString(),
        text: content,
        media: sender_id === ownId ? mediaOf(media_ids) : [],
        isOwn: sender_id === ownId,
        details: { conversation: id, pictures: media_ids.length },
      };
    if (found.length < MESSAGES_PER_READ) return;
    after = found.at(-1)?.seq ?? after;
  }
}
