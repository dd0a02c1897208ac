import * as words from '#words/chat';
import { ImageOff, RotateCw, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import { useFailedUrl } from '../../../lib/pictures/failed-url.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { isUnderWay, type Attachment } from '../../compose/attachments/attachment.ts';
import { removeFile, retryAll, retryFile } from '../../compose/attachments/uploads.ts';

interface PictureStripProps {
  draftKey: string;
  items: readonly Attachment[];
  isConnected: boolean;
}

/** The pictures attached to the message. */
export function PictureStrip({ draftKey, items, isConnected }: PictureStripProps) {
  const again = useEffectEvent(() => retryAll(draftKey));
  // Retry failed uploads as soon as the connection is back.
  useEffect(() => {
    if (isConnected) again();
  }, [isConnected]);
  const underWay = items.filter(({ state }) => isUnderWay(state)).length;
  return (
    <>
      <Announcement>
        {underWay > 0
          ? words.uploadingPicturesOf({ underWay, count: items.length })
          : words.picturesReady({ count: items.length })}
      </Announcement>
      <ul aria-label={words.picturesInThisMessage} className="flex gap-2 overflow-x-auto pb-2">
        {items.map((item) => (
          <li key={item.id} className="shrink-0">
            <Tile item={item} draftKey={draftKey} />
          </li>
        ))}
      </ul>
      {items.map(
        ({ id, name, state }) =>
          state.step === 'failed' && (
            <p
              key={id}
              role="alert"
              className="pb-2 text-meta text-danger-text [overflow-wrap:anywhere]"
            >
              {isConnected
                ? withName(name, state.message)
                : words.fileWaitsForTheConnection({ name })}
            </p>
          ),
      )}
    </>
  );
}

/** Adds the file name, unless the message already contains it. */
function withName(name: string, message: string): string {
  return message.includes(name) ? message : words.problemOfFile({ name, problem: message });
}

function Tile({ item, draftKey }: { item: Attachment; draftKey: string }) {
  const { id, name, preview, state } = item;
  // The preview of an upload from before a reload may have an expired or unreachable URL.
  const { hasFailed, fail } = useFailedUrl(preview);
  return (
    <div className="relative flex size-24 items-center justify-center overflow-hidden rounded-card bg-sunk text-muted picture-edge">
      {preview && !hasFailed ? (
        <img
          src={preview}
          alt={name}
          draggable={false}
          onError={fail}
          className="size-full object-cover"
        />
      ) : (
        <ImageOff />
      )}
      {state.step !== 'ready' && (
        <span className="absolute inset-0 flex items-center justify-center bg-picture-veil text-on-picture">
          {isUnderWay(state) && <Spinner className="size-6" />}
        </span>
      )}
      {state.step === 'failed' && state.canRetry && (
        <IconButton
          label={words.tryAgainToUpload({ name })}
          onClick={() => retryFile(id)}
          className="absolute bottom-1 start-1 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture"
        >
          <RotateCw size={16} strokeWidth={2} />
        </IconButton>
      )}
      <IconButton
        label={words.removeFile({ name })}
        onClick={() => removeFile(draftKey, id)}
        className="absolute top-1 end-1 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture"
      >
        <X size={16} strokeWidth={2} />
      </IconButton>
    </div>
  );
}
