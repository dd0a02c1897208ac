import { clsx } from 'clsx';
import { Camera } from 'lucide-react';
import { PICTURE_TYPES } from './picture-choice.ts';

interface PictureInputProps {
  label: string;
  disabled: boolean;
  /** It lies on a picture, so it needs a background. */
  isOnPicture?: boolean;
  onChoose: (file: File) => void;
}

/** A file input with the look of a pill button. */
export function PictureInput({
  label,
  disabled,
  isOnPicture = false,
  onChoose,
}: PictureInputProps) {
  return (
    <label
      className={clsx(
        'relative inline-flex h-9 cursor-pointer items-center gap-2 rounded-full px-4 text-meta font-semibold transition-colors select-none pointer-coarse:h-touch',
        'has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isOnPicture
          ? 'bg-picture-label text-on-picture hover:bg-picture-label-hover'
          : 'border border-control hover:bg-hover',
      )}
    >
      <Camera size={16} />
      {label}
      <input
        type="file"
        accept={PICTURE_TYPES}
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // A reset field also reports a second choice of the same file.
          target.value = '';
          if (file) onChoose(file);
        }}
        className="absolute inset-0 cursor-[inherit] rounded-full opacity-0 file:cursor-[inherit]"
      />
    </label>
  );
}
