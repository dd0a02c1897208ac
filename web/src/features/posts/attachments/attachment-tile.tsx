import { ArrowLeft, ArrowRight, Check, Film, ImageOff, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isUnderWay, type Attachment } from './attachment.ts';
import { AttachmentState } from './attachment-state.tsx';

interface AttachmentTileProps {
  item: Attachment;
  /** From 0. */
  place: number;
  of: number;
  isFixed: boolean;
  onRemove: () => void;
  onRetry: () => void;
  onMove: (to: number) => void;
  onDescribe: () => void;
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A file to be posted: what it looks like, how far it is, and what can be done with it. */
export function AttachmentTile(props: AttachmentTileProps) {
  const { item, isFixed, onRemove, onRetry } = props;
  const { name, preview, alt, state } = item;
  // No picture at all, or an upload of an earlier page whose address has run out.
  const [unseen, setUnseen] = useState<string>();
  return (
    <>
      <div className="relative mx-auto h-44 w-fit max-w-78 min-w-35 overflow-hidden rounded-card bg-sunk after:pointer-events-none after:absolute after:inset-0 after:rounded-card after:border after:border-picture-edge">
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
              {item.kind === 'video' ? (
                <Film size={24} strokeWidth={1.75} aria-hidden />
              ) : (
                <ImageOff size={24} strokeWidth={1.75} aria-hidden />
              )}
            </span>
          )
        )}
        <AttachmentState name={name} state={state} onRetry={onRetry} />
        {!isFixed && (
          <IconButton
            label={isUnderWay(state) ? `Cancel upload of ${name}` : `Remove ${name}`}
            onClick={onRemove}
            className="absolute top-1.5 right-1.5 z-1 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture focus-visible:outline-on-picture"
          >
            <X {...icon} />
          </IconButton>
        )}
      </div>
      {!isFixed && <Tools {...props} />}
    </>
  );
}

function Tools({ item: { name, alt }, place, of, onMove, onDescribe }: AttachmentTileProps) {
  return (
    <div className="mt-1 flex items-center justify-center">
      {of > 1 && (
        <Move label={`Move ${name} left`} isPossible={place > 0} onClick={() => onMove(place - 1)}>
          <ArrowLeft {...icon} />
        </Move>
      )}
      <button
        type="button"
        aria-label={`${alt === '' ? 'Add' : 'Edit'} alt text of ${name}`}
        onClick={onDescribe}
        className="inline-flex h-9 min-w-11 items-center justify-center gap-1 rounded-full px-2 text-meta font-semibold text-accent-text transition-colors hover:bg-hover pointer-coarse:h-11"
      >
        {alt === '' ? (
          <Plus size={14} strokeWidth={2.5} aria-hidden />
        ) : (
          <Check size={14} strokeWidth={2.5} aria-hidden />
        )}
        ALT
      </button>
      {of > 1 && (
        <Move
          label={`Move ${name} right`}
          isPossible={place < of - 1}
          onClick={() => onMove(place + 1)}
        >
          <ArrowRight {...icon} />
        </Move>
      )}
    </div>
  );
}

/** Stays in the focus order at the ends, so that whoever presses it again and again does not lose their place. */
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
