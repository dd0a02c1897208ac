import { clsx } from 'clsx';
import { useState } from 'react';
import { AltDialog } from './alt-dialog.tsx';
import { isUnderWay, type Attachment } from './attachment.ts';
import { AttachmentTile } from './attachment-tile.tsx';
import { moveItem } from './tray.ts';
import { removeFile, retryFile } from './uploads.ts';

interface AttachmentStripProps {
  slot: string;
  items: readonly Attachment[];
  /** While they are being sent with the post. */
  isFixed: boolean;
  /** Whose alt text is being written. */
  describing: string | undefined;
  onDescribe: (id: string | undefined) => void;
}

/** The files of a post, in the order they will be shown. */
export function AttachmentStrip(props: AttachmentStripProps) {
  const { slot, items, isFixed, describing, onDescribe } = props;
  const described = items.find(({ id }) => id === describing);
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  const underWay = items.filter(({ state }) => isUnderWay(state)).length;
  return (
    <>
      <p role="status" className="sr-only">
        {underWay > 0
          ? `Uploading ${underWay} of ${items.length} files`
          : `${items.length} of ${items.length} files uploaded`}
      </p>
      <ul
        aria-label="Files in this post"
        className="-mx-1 mt-2 flex max-md:ml-[calc(-0.25rem-var(--beside))] gap-2 overflow-x-auto overscroll-x-contain px-1 pb-1"
      >
        {items.map((item, index) => (
          <li
            key={item.id}
            draggable={!isFixed && items.length > 1}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(item.id);
            }}
            onDragEnter={() => dragged && setTarget(item.id)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              if (!dragged) return;
              event.preventDefault();
              moveItem(slot, dragged, index);
            }}
            onDragEnd={() => {
              setDragged(undefined);
              setTarget(undefined);
            }}
            className={clsx(
              'shrink-0 rounded-card transition-opacity',
              dragged === item.id && 'opacity-40',
              dragged !== item.id && target === item.id && 'outline-2 outline-accent-text',
            )}
          >
            <AttachmentTile
              item={item}
              place={index}
              of={items.length}
              isFixed={isFixed}
              onRemove={() => removeFile(slot, item.id)}
              onRetry={() => retryFile(slot, item.id)}
              onMove={(to) => moveItem(slot, item.id, to)}
              onDescribe={() => onDescribe(item.id)}
            />
          </li>
        ))}
      </ul>
      {described && (
        <AltDialog
          key={described.id}
          slot={slot}
          item={described}
          onClose={() => onDescribe(undefined)}
        />
      )}
    </>
  );
}
