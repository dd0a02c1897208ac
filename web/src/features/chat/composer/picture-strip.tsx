import { ImageOff, RotateCw, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useFailedUrl } from '../../../lib/failed-url.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { isUnderWay, type Attachment } from '../../posts/attachments/attachment.ts';
import { removeFile, retryAll, retryFile } from '../../posts/attachments/uploads.ts';

interface PictureStripProps {
  slot: string;
  items: readonly Attachment[];
  /** While they are waited for. */
  isFixed: boolean;
  isConnected: boolean;
}

/** Pictures that will go with the message. */
export function PictureStrip({ slot, items, isFixed, isConnected }: PictureStripProps) {
  const again = useEffectEvent(() => retryAll(slot));
  // What failed with the line goes on with it.
  useEffect(() => {
    if (isConnected) again();
  }, [isConnected]);
  const underWay = items.filter(({ state }) => isUnderWay(state)).length;
  return (
    <>
      <p role="status" className="sr-only">
        {underWay > 0
          ? `Uploading ${underWay} of ${items.length} pictures`
          : `${items.length} of ${items.length} pictures ready`}
      </p>
      <ul aria-label="Pictures in this message" className="flex gap-2 overflow-x-auto pb-2">
        {items.map((item) => (
          <li key={item.id} className="shrink-0">
            <Tile item={item} slot={slot} isFixed={isFixed} />
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
              {isConnected ? told(name, state.message) : `${name} waits for the connection.`}
            </p>
          ),
      )}
    </>
  );
}

/** Most say by themselves which one it is. */
function told(name: string, message: string): string {
  return message.includes(name) ? message : `${name}: ${message}`;
}

function Tile({ item, slot, isFixed }: { item: Attachment; slot: string; isFixed: boolean }) {
  const { id, name, preview, state } = item;
  // An upload of an earlier page whose address has run out, or can't be reached just now.
  const { hasFailed, fail } = useFailedUrl(preview);
  return (
    <div className="relative flex size-24 items-center justify-center overflow-hidden rounded-card bg-sunk text-muted">
      {preview && !hasFailed ? (
        <img
          src={preview}
          alt={name}
          draggable={false}
          onError={fail}
          className="size-full object-cover"
        />
      ) : (
        <ImageOff size={20} strokeWidth={1.75} aria-hidden />
      )}
      {state.step !== 'ready' && (
        <span className="absolute inset-0 flex items-center justify-center bg-picture-veil text-on-picture">
          {isUnderWay(state) && <Spinner className="size-6" />}
        </span>
      )}
      {state.step === 'failed' && state.canRetry && !isFixed && (
        <IconButton
          label={`Try again to upload ${name}`}
          onClick={() => retryFile(slot, id)}
          className="absolute bottom-1 left-1 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture"
        >
          <RotateCw size={16} strokeWidth={2} aria-hidden />
        </IconButton>
      )}
      {!isFixed && (
        <IconButton
          label={`Remove ${name}`}
          onClick={() => removeFile(slot, id)}
          className="absolute top-1 right-1 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture"
        >
          <X size={16} strokeWidth={2} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
