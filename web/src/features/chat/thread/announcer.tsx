import type { Message } from '@roost/contract/chat';
import { useState } from 'react';
import type { Participant } from '../conversations/other-participant.ts';

/** Reads out what comes in while the thread is open, each message once. */
export function Announcer({
  messages,
  person,
}: {
  messages: readonly Message[];
  person: Participant;
}) {
  const newest = messages.at(-1)?.number ?? 0;
  const [from] = useState(newest);
  const news = messages.findLast(
    ({ number, senderId }) => number > from && senderId._id === person._id,
  );
  return (
    <p role="status" className="sr-only">
      {news && `${person.fullName}: ${news.content || 'Picture'}`}
    </p>
  );
}
