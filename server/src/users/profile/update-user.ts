import { AppError } from '@roost/contract/errors';
import type { OwnUser } from '@roost/contract/users';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { PreparedMedia } from '../../platform/http/uploads/prepared-media.ts';
import { queueLinkCheck } from '../links/queue-link-check.ts';
import { lockPictures, updateProfile, type ProfileChange } from './profile.queries.ts';
import { getOwnUser } from './present-own-user.ts';

/** The functions of `media` that profiles use. `media` is above `users`, so `routes.ts` brings the two together. */
export interface ProfilePictures {
  /** Inserts the rows of the new pictures. */
  attach(tx: MemberContext, files: readonly PreparedMedia[]): Promise<void>;
  /** Deletes the rows, and their files by a job. */
  remove(tx: MemberContext, ids: string[]): Promise<void>;
}

export interface ProfileInput {
  fullName?: string | undefined;
  bio?: string | undefined;
  links?: string[] | undefined;
  language?: string | undefined;
  /** The uploads of the form fields `avatar` and `coverImage`. */
  files: readonly PreparedMedia[];
}

/** Changes the given fields of the viewer's profile. A job deletes replaced pictures. Throws `bad_input` for an empty form. */
export async function updateUser(
  ctx: MemberContext,
  pictures: ProfilePictures,
  input: ProfileInput,
): Promise<OwnUser> {
  const change = changeOf(input);
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeProfile');
    const { id } = tx.viewer;
    const before = await lockPictures(tx, id);
    if (input.files.length > 0) await pictures.attach(tx, input.files);
    await updateProfile(tx, id, change);
    if (input.links?.length) await queueLinkCheck(tx, id);
    const replaced = [
      change.avatar && before?.avatar,
      change.cover_image && before?.cover_image,
    ].filter((picture) => typeof picture === 'string');
    if (replaced.length > 0) await pictures.remove(tx, replaced);
  });
  return getOwnUser(ctx);
}

function changeOf({ fullName, bio, links, language, files }: ProfileInput): ProfileChange {
  // An empty form changes nothing. An empty bio without a name removes the bio.
  const isLeftEmpty = !fullName && !bio && !(bio === '' && fullName === undefined);
  if (isLeftEmpty && !links && !language && files.length === 0)
    throw new AppError('bad_input', { message: 'Please provide at least one field to update.' });
  const avatar = files.find(({ field }) => field === 'avatar')?.id;
  const cover = files.find(({ field }) => field === 'coverImage')?.id;
  return {
    ...(fullName && { full_name: fullName }),
    ...(bio !== undefined && !isLeftEmpty && { bio }),
    // Pages are read again, because an old page may no longer link to the profile.
    ...(links && { links, verified_links: [] }),
    ...(language && { language: Intl.getCanonicalLocales(language)[0] as string }),
    ...(avatar && { avatar }),
    ...(cover && { cover_image: cover }),
  };
}
