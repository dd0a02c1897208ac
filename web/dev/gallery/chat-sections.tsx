import type { Message } from '@roost/contract/chat';
import { CallSlotsContext } from '../../src/features/chat/call-slots.ts';
import { ConversationRow } from '../../src/features/chat/conversations/conversation-row.tsx';
import { threadRows } from '../../src/features/chat/message-list/thread-rows.ts';
import { MessageRow } from '../../src/features/chat/messages/message-row.tsx';
import { Button } from '../../src/ui/controls/button.tsx';
import { sampleConversation } from '../../test/support/sample-conversations.ts';
import { sampleMessage } from '../../test/support/sample-messages.ts';
import { people, picture } from './samples.ts';
import { Section } from './section.tsx';

const person = people[1]!;
const theirs = { senderId: { _id: person._id, username: person.username, avatar: null } };
const messages: Message[] = [
  sampleMessage(1, { ...theirs, content: 'Good morning' }),
  sampleMessage(2, { ...theirs, content: 'The swallows are back: https://example.org/swallows' }),
  sampleMessage(3, { content: 'I saw them', deliveryStatus: 'read' }),
  sampleMessage(4, { content: 'Over the river', deliveryStatus: 'delivered' }),
  sampleMessage(5, { content: 'A long message. '.repeat(20) }),
  sampleMessage(6, { content: 'صباح الخير' }),
  sampleMessage(7, { ...theirs, content: '', media: [picture('m1', 30), picture('m2', 210)] }),
  sampleMessage(8, {
    ...theirs,
    kind: 'call',
    content: 'Missed voice call',
    call: { media: 'audio', outcome: 'missed', seconds: null },
  }),
  sampleMessage(9, {
    kind: 'call',
    content: 'Missed video call',
    call: { media: 'video', outcome: 'missed', seconds: null },
  }),
  sampleMessage(10, { content: 'You were out', deliveryStatus: 'sent' }),
];
const waiting = {
  kind: 'message',
  lane: 'message:c',
  conversationId: 'c',
  receiverId: person._id,
  media: [],
  createdAt: '2026-03-04T10:01:00.000Z',
};
const queued = [
  { ...waiting, clientId: 'sending', content: 'On its way' },
  { ...waiting, clientId: 'refused', content: 'Refused', problem: 'The message is too long.' },
];
const rows = threadRows({ viewerId: 'alice', messages, queued, unreadId: 'm7' });
const calls = {
  buttons: () => null,
  callBack: () => (
    <Button size="sm" variant="secondary">
      Call back
    </Button>
  ),
};

export function ChatSections() {
  return (
    <>
      <Section title="Messages">
        <CallSlotsContext value={calls}>
          {/* The width of a chat decides the width of its messages. */}
          <div style={{ containerType: 'inline-size' }}>
            {rows.map((row) => (
              <MessageRow
                key={row.key}
                row={row}
                person={person}
                today={Date.parse('2026-03-04')}
                canCall
              />
            ))}
          </div>
        </CallSlotsContext>
      </Section>
      <Section title="Conversations">
        <ul>
          {people.map((other, index) => (
            <ConversationRow
              key={other._id}
              conversation={sampleConversation({
                _id: other._id,
                participants: [people[0]!, other],
                currentUserUnreadCount: index * 40,
              })}
              viewerId={index === 0 ? 'nobody' : people[0]!._id}
              isOpen={index === 1}
              onDelete={() => {}}
            />
          ))}
        </ul>
      </Section>
    </>
  );
}
