import type { Conversation } from '@roost/contract/chat';

export type Participant = Conversation['participants'][number];

/** Returns the participant who is not the viewer. */
export function otherOf({ participants }: Conversation, viewerId: string): Participant {
  const other = participants.find(({ _id }) => _id !== viewerId) ?? participants[0];
  if (!other) throw new Error('A conversation has two participants.');
  return other;
}
