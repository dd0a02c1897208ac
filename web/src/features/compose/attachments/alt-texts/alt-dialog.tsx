import * as words from '#words/compose';
import { trimText } from '@roost/contract/text/text';
import { ALT_LENGTH } from '@roost/contract/media';
import { useId, useState } from 'react';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { AutoTextarea } from '../../../../ui/controls/auto-textarea.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toast } from '../../../../ui/overlays/toasts.ts';
import { isSubmitKey } from '../../submit-key.ts';
import { isTooLong, LengthCounter, overflowNoteId } from '../../length-counter.tsx';
import { TooLong } from '../../too-long.tsx';
import type { Attachment } from '../attachment.ts';
import { describeFile } from './describe-files.ts';

interface AltDialogProps {
  item: Attachment;
  onClose: () => void;
}

/** A dialog in which the person describes a picture or video (alt text). */
export function AltDialog({ item, onClose }: AltDialogProps) {
  const [text, setText] = useState(item.alt);
  const boxId = useId();
  const isOver = isTooLong(text, ALT_LENGTH);

  function save() {
    if (isOver) return;
    onClose();
    describeFile(item.id, trimText(text)).catch((error: unknown) =>
      toast.error(messageOf(error, words.altTextNotSaved)),
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={words.altText}
      description={item.kind === 'video' ? words.describeVideo : words.describePicture}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={isOver} onClick={save}>
            {words.save}
          </Button>
        </>
      }
    >
      {item.preview && (
        <img
          src={item.preview}
          alt=""
          className="mx-auto mt-3 max-h-[32dvh] rounded-card object-contain"
        />
      )}
      <div className="mt-4 rounded-input border border-control px-3 has-focus-visible:border-accent-text has-focus-visible:outline-1 has-focus-visible:outline-accent-text">
        <AutoTextarea
          id={boxId}
          aria-label={words.altText}
          aria-describedby={isOver ? overflowNoteId(boxId) : undefined}
          dir="auto"
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => isSubmitKey(event) && save()}
          className="py-2.5"
        />
      </div>
      <TooLong text={text} limit={ALT_LENGTH} boxId={boxId} />
      <div className="mt-2 flex min-h-6 justify-end">
        <LengthCounter text={text} limit={ALT_LENGTH} />
      </div>
    </Dialog>
  );
}
