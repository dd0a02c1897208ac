import { useState } from 'react';
import { AltReminder } from './alt-reminder.tsx';
import type { Attachment } from './attachment.ts';
import { AttachmentStrip } from './attachment-strip.tsx';

interface ComposerFilesProps {
  draftKey: string;
  items: readonly Attachment[];
  /** The composer asks for missing alt texts. */
  isAsking: boolean;
  /** The person chose to write alt texts. */
  onAnswer: () => void;
  onSkip: () => void;
}

/** The part of a composer that handles files. */
export function ComposerFiles(props: ComposerFilesProps) {
  const { draftKey, items, isAsking, onAnswer, onSkip } = props;
  const [describing, setDescribing] = useState<string>();
  const silent = items.filter(({ kind, alt }) => kind === 'image' && alt === '');
  return (
    <>
      <AttachmentStrip
        draftKey={draftKey}
        items={items}
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
