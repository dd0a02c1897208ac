import * as words from '#words/compose';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/controls/button.tsx';
import type { Attachment } from '../attachment.ts';

interface AltReminderProps {
  items: readonly Attachment[];
  /** The composer asks for missing alt texts. */
  isAsking: boolean;
  /** Receives the id of the first picture without alt text. */
  onAdd: (id: string) => void;
  onSkip: () => void;
}

/** Reminds the person of missing alt texts, once per draft. */
export function AltReminder({ items, isAsking, onAdd, onSkip }: AltReminderProps) {
  const reminder = useRef<HTMLDivElement>(null);
  const silent = items.filter(({ kind, alt }) => kind === 'image' && alt === '');
  const first = isAsking ? silent[0] : undefined;
  const isShown = first !== undefined;
  // A shortcut can send from anywhere in a long form, and a low window has no room for the new lines.
  useEffect(() => {
    if (isShown) reminder.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!first) return null;
  return (
    <div
      ref={reminder}
      role="alert"
      className="mt-3 rounded-card bg-sunk px-4 py-3 text-meta md:scroll-mb-16"
    >
      <p>{words.altReminder({ count: silent.length })}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => onAdd(first.id)}>
          {words.addAltText}
        </Button>
        <Button size="sm" variant="ghost" onClick={onSkip}>
          {words.postWithout}
        </Button>
      </div>
    </div>
  );
}
