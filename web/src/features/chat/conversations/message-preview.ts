import type { Message } from '@roost/contract/chat';

type Said = Pick<Message, 'kind' | 'content' | 'media'> & { senderId: { _id: string } };

/** What a list says of the last message: its text, 'Image' where it has none (spec §2), and whether it is one's own. */
export function previewOf(message: Said | null, viewerId: string): string {
  if (!message) return '';
  if (message.kind === 'call') return message.content;
  const text = message.content.replace(/\s+/g, ' ').trim();
  const shown = text === '' && message.media.length > 0 ? 'Image' : text;
  return message.senderId._id === viewerId ? `You: ${shown}` : shown;
}
