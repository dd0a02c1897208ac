import { Camera } from 'lucide-react';
import type { Ref } from 'react';
import { PICTURE_TYPES } from './picture-choice.ts';

interface PictureInputProps {
  label: string;
  disabled: boolean;
  onChoose: (file: File) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A file field drawn as a pill that can lie on a picture. */
export function PictureInput({ label, disabled, onChoose, ref }: PictureInputProps) {
  return (
    <label className="relative inline-flex h-9 cursor-pointer items-center gap-2 rounded-full bg-picture-label px-4 text-meta font-semibold text-on-picture transition-colors select-none hover:bg-picture-label-hover has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text pointer-coarse:h-11">
      <Camera size={16} strokeWidth={1.75} aria-hidden />
      {label}
      <input
        ref={ref}
        type="file"
        accept={PICTURE_TYPES}
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that the same file can be chosen again.
          target.value = '';
          if (file) onChoose(file);
        }}
        className="absolute inset-0 cursor-[inherit] rounded-full opacity-0 file:cursor-[inherit]"
      />
    </label>
  );
}
