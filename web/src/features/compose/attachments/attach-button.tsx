import * as words from '#words/compose';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { takeFiles } from './file-input.ts';
import { ACCEPT, ACCEPT_PICTURES } from '../../media/upload/file-kinds.ts';
import type { Taking } from './uploads.ts';

interface AttachButtonProps {
  draftKey: string;
  disabled: boolean;
  into?: Taking['into'];
}

/** Opens the system's file picker. */
export function AttachButton({ draftKey, disabled, into = 'post' }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isPost = into === 'post';
  return (
    <>
      <IconButton
        label={isPost ? words.addPicturesOrVideo : words.addPictures}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <ImagePlus />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={isPost ? ACCEPT : ACCEPT_PICTURES}
        multiple
        hidden
        data-files
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // A reset field also reports a second choice of the same file.
          target.value = '';
          // For a post, a choice replaces the earlier files. For a message it adds to them.
          void takeFiles(draftKey, files, { replace: isPost, into });
        }}
      />
    </>
  );
}
