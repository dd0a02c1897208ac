import * as words from '#words/compose';
import { clsx } from 'clsx';
import { useState } from 'react';
import { AltDialog } from './alt-dialog.tsx';
import { isUnderWay, type Attachment } from './attachment.ts';
import { AttachmentTile } from './attachment-tile.tsx';
import { moveItem } from './attachments.ts';
import { removeFile, retryFile } from './uploads.ts';

interface AttachmentStripProps {
  draftKey: string;
  items: readonly Attachment[];
  /** The files are being sent with the post, so nobody can change them. */
  isFixed: boolean;
  /** Id of the file whose alt text the person writes. */
  describing: string | undefined;
  onDescribe: (id: string | undefined) => void;
}

/** The files of a post, in their order. */
export function AttachmentStrip(props: AttachmentStripProps) {
  const { draftKey, items, isFixed, describing, onDescribe } = props;
  const described = items.find(({ id }) => id === describing);
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  const underWay = items.filter(({ state }) => isUnderWay(state)).length;
  return (
    <>
      <p role="status" className="sr-only">
        {underWay > 0
          ? words.uploadingOfFiles({ underWay, count: items.length })
          : words.filesUploaded({ count: items.length })}
      </p>
      <ul
        aria-label={words.filesInThisPost}
        className="-mx-1 mt-2 flex max-md:ms-[calc(-0.25rem-var(--beside))] gap-2 overflow-x-auto overscroll-x-contain px-1 pb-1"
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
              moveItem(draftKey, dragged, index);
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
              onRemove={() => removeFile(draftKey, item.id)}
              onRetry={() => retryFile(item.id)}
              onMove={(to) => moveItem(draftKey, item.id, to)}
              onDescribe={() => onDescribe(item.id)}
            />
          </li>
        ))}
      </ul>
      {described && (
        <AltDialog key={described.id} item={described} onClose={() => onDescribe(undefined)} />
      )}
    </>
  );
}
