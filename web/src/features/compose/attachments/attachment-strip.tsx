import * as words from '#words/compose';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import { AltDialog } from './alt-texts/alt-dialog.tsx';
import { isUnderWay, isUploading, type Attachment } from './attachment.ts';
import { AttachmentTile } from './attachment-tile.tsx';
import { moveItem } from './attachments.ts';
import { removeFile, retryFile } from './uploads.ts';

interface AttachmentStripProps {
  draftKey: string;
  items: readonly Attachment[];
  /** Id of the file whose alt text the person writes. */
  describing: string | undefined;
  onDescribe: (id: string | undefined) => void;
}

/** The files of a post, in their order. */
export function AttachmentStrip(props: AttachmentStripProps) {
  const { draftKey, items, describing, onDescribe } = props;
  const described = items.find(({ id }) => id === describing);
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  const underWay = items.filter(({ state }) => isUploading(state)).length;
  const returning = items.filter(({ state }) => isUnderWay(state)).length - underWay;
  return (
    <>
      <Announcement>
        {underWay > 0
          ? words.uploadingOfFiles({ underWay, count: items.length })
          : returning > 0
            ? words.filesComeBack({ count: returning })
            : words.filesUploaded({ count: items.length })}
      </Announcement>
      <ul
        aria-label={words.filesInThisPost}
        className={clsx('mt-2 grid max-md:-ms-(--beside) gap-2 pb-1', columnsOf(items.length))}
      >
        {items.map((item, index) => (
          <li
            key={item.id}
            draggable={items.length > 1}
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
              'min-w-0 rounded-card transition-opacity',
              dragged === item.id && 'opacity-40',
              dragged !== item.id && target === item.id && 'outline-2 outline-accent-text',
            )}
          >
            <AttachmentTile
              item={item}
              index={index}
              of={items.length}
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

/** All files stay in sight. A narrow composer has two columns. */
function columnsOf(count: number): string {
  if (count === 1) return 'justify-start';
  if (count === 2 || count === 4) return 'grid-cols-2';
  return 'grid-cols-[repeat(auto-fit,minmax(min(9.5rem,calc(50%-0.25rem)),1fr))]';
}
