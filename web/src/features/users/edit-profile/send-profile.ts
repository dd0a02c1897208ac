import { trimText } from '@roost/contract/text/text';
import { updateUser, type OwnUser } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { upload } from '../../../lib/api/upload.ts';
import { meKey } from '../../auth/session.ts';
import { patchPerson } from '../patch-person.ts';
import { linesOf } from './link-lines.ts';
import type { PictureField } from './crop-picture.ts';

export interface ProfileChange {
  fullName?: string;
  bio?: string;
  /** A JSON array of addresses. */
  links?: string;
  files: Partial<Record<PictureField, File>>;
}

/** The text fields that differ from the current profile. */
export function changedText(
  user: Pick<OwnUser, 'fullName' | 'bio' | 'links'>,
  typed: { fullName: string; bio: string; links: string },
): Omit<ProfileChange, 'files'> {
  const fullName = trimText(typed.fullName);
  const bio = trimText(typed.bio);
  const links = linesOf(typed.links);
  const isSameLinks = links.join('\n') === user.links.map(({ url }) => url).join('\n');
  return {
    ...(fullName !== user.fullName && { fullName }),
    ...(bio !== user.bio && { bio }),
    ...(!isSameLinks && { links: JSON.stringify(links) }),
  };
}

/** Sends the changed profile, and shows the answer everywhere the viewer appears. */
export function useSendProfile() {
  const client = useQueryClient();
  return async ({ files, ...text }: ProfileChange, onProgress: (share: number) => void) => {
    const { data } = await upload(updateUser, { body: text }, files, { onProgress, quiet: true });
    const { user } = data;
    client.setQueryData<OwnUser | null>(meKey, (now) => (now?._id === user._id ? user : now));
    const { fullName, bio, links, avatar, coverImage } = user;
    patchPerson(client, user._id, () => ({ fullName, bio, links, avatar, coverImage }));
  };
}
