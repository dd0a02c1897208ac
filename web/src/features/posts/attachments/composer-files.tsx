import { useState } from 'react';
import { AltReminder } from './alt-reminder.tsx';
import type { Attachment } from './attachment.ts';
import { AttachmentStrip } from './attachment-strip.tsx';

interface ComposerFilesProps {
  slot: string;
  items: readonly Attachment[];
  isFixed: boolean;
  /** Somebody is to be reminded of alt texts. */
  isAsking: boolean;
  /** They are writing one. */
  onAnswer: () => void;
  onSkip: () => void;
}

/** All that a composer with files has more than one without. */
export function ComposerFiles(props: ComposerFilesProps) {
  const { slot, items, isFixed, isAsking, onAnswer, onSkip } = props;
  const [describing, setDescribing] = useState<string>();
  const silent = items.filter(({ kind, alt }) => kind === 'image' && alt === '');
  return (
    <>
      <AttachmentStrip
        slot={slot}
        items={items}
        isFixed={isFixed}
        describing={describing}
        onDescribe={setDescribing}
      />
      {isAsking && silent.length > 0 && (
        <AltReminder
          count={silent.length}
          onSkip={onSkip}
          onAdd={() => {
            onAnswer();
            setDescribing(silent[0]!.id);
          }}
        />
      )}
    </>
  );
}
