import type { Conversation } from '@roost/contract/chat';
import type { ReactNode } from 'react';
import { useViewerId } from '../features/auth/viewer.ts';
import { CallButtons } from '../features/calls/call-buttons.tsx';
import { otherOf } from '../features/chat/conversations/other-participant.ts';

/** For the head of an open chat. */
export const chatCallButtons = (conversation: Conversation): ReactNode => (
  <ChatCallButtons conversation={conversation} />
);

function ChatCallButtons({ conversation }: { conversation: Conversation }) {
  const other = otherOf(conversation, useViewerId());
  return conversation.canCall ? <CallButtons person={other} /> : null;
}
