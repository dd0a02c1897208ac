import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { useEffect, useState } from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import type { Participant } from '../conversations/other-participant.ts';
import { announced, announcedUpTo } from './announced.ts';
import { onMessageRefused } from '../outbox/message-outbox.ts';

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
      {next.lines.map(({ key, text }) => (
        <Announcement key={key}>{text}</Announcement>
      ))}
      <RefusalAnnouncer conversationId={conversationId} />
    </>
  );
}

/** Announces refused messages. Their rows cannot do this, because scrolling mounts and unmounts them. */
function RefusalAnnouncer({ conversationId }: Pick<AnnouncerProps, 'conversationId'>) {
  const [refusal, setRefusal] = useState({ count: 0, problem: '' });
  useEffect(
    () =>
      onMessageRefused((item) => {
        if (item.conversationId !== conversationId) return;
        setRefusal(({ count }) => ({ count: count + 1, problem: item.problem ?? '' }));
      }),
    [conversationId],
  );
  return (
    <Announcement key={refusal.count} isUrgent>
      {refusal.count > 0 && words.messageNotSent({ problem: refusal.problem })}
    </Announcement>
  );
}
