import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { useViewerId } from '../../auth/viewer.ts';

interface NewMessagesPillProps {
  messages: readonly Message[];
  isAtEnd: boolean;
  onPress: () => void;
}

/** Scrolls to the newest message and shows how many have arrived since the viewer scrolled up. */
export function NewMessagesPill({ messages, isAtEnd, onPress }: NewMessagesPillProps) {
  const viewerId = useViewerId();
  const newest = messages.at(-1)?.number ?? 0;
  const [leftAt, setLeftAt] = useState(newest);
  if (isAtEnd && leftAt < newest) setLeftAt(newest);
  if (isAtEnd) return null;
  const count = messages.filter(
    ({ number, senderId }) => number > leftAt && senderId._id !== viewerId,
  ).length;
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={count > 0 ? undefined : words.toTheNewestMessage}
      className="absolute inset-x-0 bottom-3 mx-auto flex h-9 min-w-9 max-w-max animate-appear items-center justify-center gap-1.5 rounded-full bg-raised px-2 text-meta font-semibold text-accent-text shadow-float transition-colors hover:bg-sunk pointer-coarse:h-touch pointer-coarse:min-w-touch"
    >
      {count > 0 && <span className="nums ps-1.5">{words.countOfNewMessages({ count })}</span>}
      <ArrowDown size={18} strokeWidth={2} />
    </button>
  );
}
