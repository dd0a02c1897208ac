import * as words from '#words/chat';
import { useEffect, useEffectEvent } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import type { Participant } from '../conversations/other-participant.ts';
import { useIsTyping } from './typing.ts';

interface TypingDotsProps {
  conversationId: string;
  person: Participant;
  /** Called when the dots appear or disappear, because this moves the messages above. */
  onChange: () => void;
}

/** Shows that the other person is typing. */
export function TypingDots({ conversationId, person, onChange }: TypingDotsProps) {
  const isTyping = useIsTyping(conversationId);
  const changed = useEffectEvent(onChange);
  useEffect(() => changed(), [isTyping]);
  return (
    <div role="status">
      {isTyping && (
        <div className="flex animate-appear items-end gap-2 px-4 pt-2 pb-3">
          <Avatar user={person} size={28} />
          <span className="flex h-9.5 items-center gap-1 rounded-card bg-sunk px-3.5">
            {[0, 1, 2].map((dot) => (
              <span
                key={dot}
                style={{ animationDelay: `${dot * 200}ms` }}
                className="size-1.5 animate-breathe rounded-full bg-muted"
              />
            ))}
          </span>
          <span className="sr-only">{words.isTyping({ name: person.fullName })}</span>
        </div>
      )}
    </div>
  );
}
