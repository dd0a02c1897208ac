import { AppError } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import type { MemberContext } from '../context.ts';
import { addJob } from '../jobs/jobs.ts';
import { attachMedia, insertMedia } from './media.queries.ts';
import type { PreparedMedia } from './prepare-media.ts';

/** What a post is made with: own uploads of before, then files that came along, with what they show. */
export interface MediaInput {
  mediaIds: string[];
  files: readonly PreparedMedia[];
  alt: string[];
}

/** How many there are; throws where they are more than the tier allows, or one twice. */
export function countMedia(ctx: MemberContext, { mediaIds, files }: MediaInput): number {
  const count = mediaIds.length + files.length;
  const most = tiers[ctx.viewer.tier].files;
  if (count > most)
    throw new AppError('bad_input', { message: `A post can have ${most} files at most.` });
  if (new Set(mediaIds).size < mediaIds.length)
    throw new AppError('bad_input', { message: 'The same upload is there twice.' });
  return count;
}

/** Makes a row of what was prepared, and has finished what isn't. */
export async function addMedia(tx: MemberContext, file: PreparedMedia, alt: string): Promise<void> {
  await insertMedia(tx, tx.viewer.id, file, alt);
  if (file.isUnfinished) await addJob(tx, 'finishVideo', { id: file.id });
}

/** Gives the post that is about to be made its media, in the same transaction; their ids, in order. */
export async function giveMedia(
  tx: MemberContext,
  { mediaIds, files, alt }: MediaInput,
  post: { id: string; isPublic: boolean },
): Promise<string[]> {
  for (const [place, file] of files.entries()) await addMedia(tx, file, alt[place] ?? '');
  const ids = [...mediaIds, ...files.map(({ id }) => id)];
  if (ids.length > 0 && (await attachMedia(tx, tx.viewer.id, ids, post)) < ids.length)
    throw new AppError('not_found', { message: 'An upload is no longer there. Add it again.' });
  return ids;
}
