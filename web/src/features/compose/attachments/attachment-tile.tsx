import * as words from '#words/compose';
import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight, Check, Film, ImageOff, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { isUploading, type Attachment } from './attachment.ts';
import { AttachmentState } from './attachment-state.tsx';

interface AttachmentTileProps {
  item: Attachment;
  /** Its index, from 0. */
  index: number;
  of: number;
  onRemove: () => void;
  onRetry: () => void;
  onMove: (to: number) => void;
  onDescribe: () => void;
}

/** A file of a draft: its preview, its upload state and its buttons. */
export function AttachmentTile(props: AttachmentTileProps) {
  const { item, onRemove, onRetry } = props;
  const { preview, alt, state } = item;
  const name = nameOf(item);
  // There is no preview, or it is a signed address from before a reload and has expired.
  const [unseen, setUnseen] = useState<string>();
  return (
    <>
      <div
        className={clsx(
          'relative overflow-hidden rounded-card bg-sunk picture-edge',
          props.of > 1 ? 'h-36' : 'mx-auto h-44 w-fit max-w-78 min-w-35',
        )}
      >
        {preview && preview !== unseen ? (
          <img
            src={preview}
            alt={alt || name}
            draggable={false}
            onError={() => setUnseen(preview)}
            className="h-full max-w-full min-w-full object-cover"
          />
        ) : (
          state.step !== 'failed' && (
            <span className="flex size-full items-center justify-center text-muted">
              {item.kind === 'video' ? <Film size={24} /> : <ImageOff size={24} />}
            </span>
          )
        )}
        <AttachmentState name={name} state={state} onRetry={onRetry} />
        <IconButton
          label={isUploading(state) ? words.cancelUploadOf({ name }) : words.remove({ name })}
          onClick={onRemove}
          className="absolute top-1.5 end-1.5 z-1 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture focus-visible:outline-on-picture"
        >
          <X size={18} />
        </IconButton>
      </div>
      <Tools {...props} />
    </>
  );
}

/** A file that comes back from a post has no file name. */
const nameOf = ({ name, alt, kind }: Attachment): string =>
  name || alt || (kind === 'video' ? words.video : words.picture);

function Tools({ item, index, of, onMove, onDescribe }: AttachmentTileProps) {
  const { alt } = item;
  const name = nameOf(item);
  return (
    <div className="mt-1 flex items-center justify-center">
      {of > 1 && (
        <Move
          label={words.moveEarlier({ name })}
          isPossible={index > 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowLeft size={18} />
        </Move>
      )}
      <button
        type="button"
        aria-label={alt === '' ? words.addAltTextOf({ name }) : words.editAltTextOf({ name })}
        onClick={onDescribe}
        className="inline-flex h-9 min-w-11 items-center justify-center gap-1 rounded-full px-2 text-meta font-semibold text-accent-text transition-colors hover:bg-hover pointer-coarse:h-touch"
      >
        {alt === '' ? <Plus size={14} strokeWidth={2.5} /> : <Check size={14} strokeWidth={2.5} />}
        {words.alt}
      </button>
      {of > 1 && (
        <Move
          label={words.moveLater({ name })}
          isPossible={index < of - 1}
          onClick={() => onMove(index + 1)}
        >
          <ArrowRight size={18} />
        </Move>
      )}
    </div>
  );
}

/** Keeps its tab stop at the ends of the list, so that repeated presses do not lose the focus. */
function Move({
  label,
  isPossible,
  onClick,
  children,
}: {
  label: string;
  isPossible: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isPossible}
      onClick={onClick}
      className="aria-disabled:opacity-35"
    >
      {children}
    </IconButton>
  );
}
