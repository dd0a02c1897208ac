import type { Media } from '@roost/contract/media';
import type { ShownSubject } from '@roost/contract/moderation';
import type { MemberContext } from '../../kernel/context.ts';
import { findShownMedia, type ShownMedia } from '../../media/media.queries.ts';
import { mediaById, presentMedia } from '../../media/present-media.ts';
import { listHeldMedia } from '../evidence/evidence.queries.ts';
import { mediaIn, type Evidence } from '../evidence/evidence.ts';
import { loadNames, type NameOf } from '../people/present-names.ts';

/** Presents a subject as a reporter saw it, with the media that are held for it. */
export async function presentEvidence(
  ctx: MemberContext,
  { id, content }: { id: string; content: Evidence },
): Promise<ShownSubject> {
  return presentSubject(ctx, content, await listHeldMedia(ctx, id));
}

/** Presents a subject as it is. */
export async function presentCurrent(ctx: MemberContext, current: Evidence): Promise<ShownSubject> {
  const ids = mediaIn(current);
  return presentSubject(ctx, current, ids.length > 0 ? await findShownMedia(ctx, ids) : []);
}

async function presentSubject(
  ctx: MemberContext,
  subject: Evidence,
  rows: ShownMedia[],
): Promise<ShownSubject> {
  const found = mediaById(rows);
  const mediaOf = (ids: (string | null)[]): Media[] =>
    ids.flatMap((id) => {
      const row = id ? found.get(id) : undefined;
      return row ? [presentMedia(ctx, row, ctx.viewer.id)] : [];
    });
  if (subject.type === 'post') {
    const { mediaIds, ...post } = subject;
    return { ...post, media: mediaOf(mediaIds) };
  }
  if (subject.type === 'user') {
    const { avatarId, coverId, ...user } = subject;
    const [avatar = null, coverImage = null] = [mediaOf([avatarId])[0], mediaOf([coverId])[0]];
    return { ...user, avatar, coverImage };
  }
  const nameOf = await loadNames(
    ctx,
    subject.messages.map(({ senderId }) => senderId),
  );
  return { type: 'message', messages: presentMessages(subject.messages, nameOf, mediaOf) };
}

function presentMessages(
  messages: Extract<Evidence, { type: 'message' }>['messages'],
  nameOf: NameOf,
  mediaOf: (ids: string[]) => Media[],
) {
  return messages.map(({ id, senderId, mediaIds, ...message }) => ({
    ...message,
    _id: id,
    sender: nameOf(senderId),
    media: mediaOf(mediaIds),
  }));
}
