import * as words from '#words/users';
import { useViewer } from '../../auth/viewer.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Cover } from '../profile/profile-header.tsx';
import type { PictureField } from './crop-picture.ts';
import { PictureInput } from './picture-input.tsx';

interface ProfilePicturesProps {
  avatarUrl: string | null;
  coverUrl: string | null;
  disabled: boolean;
  onChoose: (field: PictureField, file: File) => void;
}

/** The cover and avatar as on the profile, each with a button to choose another. */
export function ProfilePictures({ avatarUrl, coverUrl, disabled, onChoose }: ProfilePicturesProps) {
  const viewer = useViewer();
  return (
    <div className="-mx-6">
      <div className="relative">
        <Cover url={coverUrl} seed={viewer._id} />
        <div className="absolute end-3 bottom-3">
          <PictureInput
            label={words.coverImage}
            isOnPicture
            disabled={disabled}
            onChoose={(file) => onChoose('coverImage', file)}
          />
        </div>
      </div>
      <div className="flex items-end gap-3 px-6">
        <span className="relative -mt-12 size-24 shrink-0 overflow-hidden rounded-full border-4 border-raised bg-raised picture-edge">
          {avatarUrl?.startsWith('blob:') ? (
            <img src={avatarUrl} alt="" className="size-full rounded-full object-cover" />
          ) : (
            <Avatar user={{ ...viewer, avatar: avatarUrl }} size={88} />
          )}
        </span>
        <div className="pt-3">
          <PictureInput
            label={words.profilePicture}
            disabled={disabled}
            onChoose={(file) => onChoose('avatar', file)}
          />
        </div>
      </div>
    </div>
  );
}
