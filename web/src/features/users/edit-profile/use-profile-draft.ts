import { useEffect, useRef, useState } from 'react';
import { useViewer } from '../../auth/viewer.ts';
import type { PictureField } from './crop-picture.ts';

interface NewPicture {
  file: File;
  /** The address of the local file, for the preview. */
  url: string;
}

interface Draft {
  /** Undefined while it is unchanged. */
  fullName?: string;
  bio?: string;
  /** One address in each line. */
  links?: string;
  pictures: Partial<Record<PictureField, NewPicture>>;
}

const untouched: Draft = { pictures: {} };

/** The unsent changes to the viewer's profile. They remain until they are sent, also while the dialog is closed. */
export function useProfileDraft() {
  const viewer = useViewer();
  const [draft, setDraft] = useState(untouched);
  const urls = useRef(new Set<string>());
  const forget = () => {
    for (const url of urls.current) URL.revokeObjectURL(url);
    urls.current.clear();
  };
  useEffect(() => forget, []);
  const { avatar, coverImage } = draft.pictures;
  return {
    fullName: draft.fullName ?? viewer.fullName,
    bio: draft.bio ?? viewer.bio,
    links: draft.links ?? viewer.links.map(({ url }) => url).join('\n'),
    avatarUrl: avatar?.url ?? viewer.avatar,
    coverUrl: coverImage?.url ?? viewer.coverImage,
    files: {
      ...(avatar && { avatar: avatar.file }),
      ...(coverImage && { coverImage: coverImage.file }),
    },
    type: (text: Pick<Draft, 'fullName' | 'bio' | 'links'>) =>
      setDraft((now) => ({ ...now, ...text })),
    setPicture: (field: PictureField, file: File) => {
      const url = URL.createObjectURL(file);
      urls.current.add(url);
      setDraft((now) => ({ ...now, pictures: { ...now.pictures, [field]: { file, url } } }));
    },
    reset: () => {
      forget();
      setDraft(untouched);
    },
  };
}
