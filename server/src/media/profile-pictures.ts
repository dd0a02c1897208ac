import type { ProfilePictures } from '../users/profile/update-user.ts';
import { deleteFiles } from './delete-files.ts';
import { deleteProfilePictures, insertProfilePicture } from './media.queries.ts';
import { countAgainstQuota } from './uploads/attach-media.ts';

/** The avatars and covers of profiles. */
export const profilePictures: ProfilePictures = {
  async attach(tx, files) {
    for (const file of files) await insertProfilePicture(tx, tx.viewer.id, file);
    await countAgainstQuota(tx, files, 0);
  },
  async remove(tx, ids) {
    await deleteFiles(tx, await deleteProfilePictures(tx, tx.viewer.id, ids));
  },
};
