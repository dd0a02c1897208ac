import { AppError } from '@roost/contract/errors';
import type { OwnUser } from '@roost/contract/users';
import type { MemberContext } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import { deleteProfilePictures, insertProfilePicture } from '../media/media.queries.ts';
import type { PreparedMedia } from '../media/prepare-media.ts';
import { lockPictures, updateProfile, type ProfileChange } from './profile.queries.ts';
import { getOwnUser } from './view-own-user.ts';

export interface ProfileInput {
  fullName?: string | undefined;
  bio?: string | undefined;
  /** In the fields `avatar` and `coverImage`. */
  files: readonly PreparedMedia[];
}

/** Changes what was given of the viewer's own profile. What a new picture takes the place of is deleted, by a job. */
export async function updateUser(ctx: MemberContext, input: ProfileInput): Promise<OwnUser> {
  const change = changeOf(input);
  await transaction(ctx, async (tx) => {
    const { id } = tx.viewer;
    const before = await lockPictures(tx, id);
    for (const file of input.files) await insertProfilePicture(tx, id, file);
    await updateProfile(tx, id, change);
    const replaced = [
      change.avatar && before?.avatar,
      change.cover_image && before?.cover_image,
    ].filter((picture) => typeof picture === 'string');
    if (replaced.length === 0) return;
    const ids = await deleteProfilePictures(tx, id, replaced);
    if (ids.length > 0) await addJob(tx, 'deleteMediaFiles', { ids });
  });
  return getOwnUser(ctx);
}

function changeOf({ fullName, bio, files }: ProfileInput): ProfileChange {
  // A form left empty changes nothing (spec §5); an empty bio by itself takes the bio away.
  const isLeftEmpty = !fullName && !bio && !(bio === '' && fullName === undefined);
  if (isLeftEmpty && files.length === 0)
    throw new AppError('bad_input', { message: 'Please provide at least one field to update.' });
  const avatar = files.find(({ field }) => field === 'avatar')?.id;
  const cover = files.find(({ field }) => field === 'coverImage')?.id;
  return {
    ...(fullName && { full_name: fullName.trim() }),
    ...(bio !== undefined && !isLeftEmpty && { bio: bio.trim() }),
    ...(avatar && { avatar }),
    ...(cover && { cover_image: cover }),
  };
}
