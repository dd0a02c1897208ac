import { ALT_LENGTH } from '@roost/contract/media';
import { useState } from 'react';
import { wordsOf } from '../../../lib/api-error.ts';
import { AutoTextarea } from '../../../ui/auto-textarea.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { isSubmitKey } from '../submit-key.ts';
import { isTooLong, LengthCounter } from '../length-counter.tsx';
import type { Attachment } from './attachment.ts';
import { describeFile } from './uploads.ts';

interface AltDialogProps {
  slot: string;
  item: Attachment;
  onClose: () => void;
}

/** Where it is written what a picture or video shows. */
export function AltDialog({ slot, item, onClose }: AltDialogProps) {
  const [text, setText] = useState(item.alt);
  const isOver = isTooLong(text, ALT_LENGTH);

  function save() {
    if (isOver) return;
    onClose();
    describeFile(slot, item.id, text.trim()).catch((error: unknown) =>
      toast.error(wordsOf(error, 'The alt text could not be saved.')),
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Alt text"
      description={`Say what this ${item.kind === 'video' ? 'video' : 'picture'} shows, for people who can’t see it.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isOver} onClick={save}>
            Save
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
          aria-label="Alt text"
          dir="auto"
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => isSubmitKey(event) && save()}
          className="py-2.5"
        />
      </div>
      <div className="mt-2 flex min-h-6 justify-end">
        <LengthCounter text={text} limit={ALT_LENGTH} />
      </div>
    </Dialog>
  );
}
