import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { useEffect, useState } from 'react';
import type { Participant } from '../conversations/other-participant.ts';
import { announced, announcedUpTo } from './announced.ts';
import { onRefused } from '../outbox/outbox.ts';

interface AnnouncerProps {
  conversationId: string;
  /** Oldest first. */
  messages: readonly Message[];
  person: Participant;
}

/** Announces new messages and refused messages to screen readers, each once. */
export function Announcer({ conversationId, messages, person }: AnnouncerProps) {
  const [heard, setHeard] = useState(() => announcedUpTo(messages));
  const next = announced(heard, messages, person);
  if (next !== heard) setHeard(next);
  return (
    <>
      <div role="status" aria-atomic={false} aria-relevant="additions" className="sr-only">
        {next.lines.map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
      <RefusalAnnouncer conversationId={conversationId} />
    </>
  );
}

/** Announces refused messages. Their rows cannot do this, because scrolling mounts and unmounts them. */
function RefusalAnnouncer({ conversationId }: Pick<AnnouncerProps, 'conversationId'>) {
  const [refusal, setRefusal] = useState({ count: 0, problem: '' });
  useEffect(
    () =>
      onRefused((item) => {
        if (item.conversationId !== conversationId) return;
        setRefusal(({ count }) => ({ count: count + 1, problem: item.problem ?? '' }));
      }),
    [conversationId],
  );
  return (
    <div role="alert" className="sr-only">
      {refusal.count > 0 && (
        <p key={refusal.count}>{words.messageNotSent({ problem: refusal.problem })}</p>
      )}
    </div>
  );
}
