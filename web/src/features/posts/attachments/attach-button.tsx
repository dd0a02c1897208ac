import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { takeFiles } from './file-input.ts';
import { ACCEPT } from './file-kinds.ts';

/** Opens the system's own choice of files. */
export function AttachButton({ slot, disabled }: { slot: string; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Add pictures or video"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        data-files
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that the same file can be chosen again.
          target.value = '';
          void takeFiles(slot, files, { replace: true });
        }}
      />
    </>
  );
}
