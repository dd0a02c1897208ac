import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { takeFiles } from './file-input.ts';
import { ACCEPT, ACCEPT_PICTURES } from './file-kinds.ts';
import type { Taking } from './uploads.ts';

interface AttachButtonProps {
  slot: string;
  disabled: boolean;
  into?: Taking['into'];
}

/** Opens the system's own choice of files. */
export function AttachButton({ slot, disabled, into = 'post' }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isPost = into === 'post';
  return (
    <>
      <IconButton
        label={isPost ? 'Add pictures or video' : 'Add pictures'}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={20} strokeWidth={1.75} aria-hidden />
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
          // So that the same file can be chosen again.
          target.value = '';
          // What a post is made of is chosen at once (spec §5); a message gathers it.
          void takeFiles(slot, files, { replace: isPost, into });
        }}
      />
    </>
  );
}
