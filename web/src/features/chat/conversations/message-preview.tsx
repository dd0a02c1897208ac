import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { callText } from '../call-text.ts';

type Previewed = Pick<Message, 'content' | 'call' | 'media'> & { senderId: { _id: string } };

/** Returns the preview of a last message: its text, or 'Image' without text, with 'You: ' before the viewer's own message. */
export function previewOf(message: Previewed | null, viewerId: string): string {
  if (!message) return '';
  if (message.call) return callText(message.call);
  const text = message.content.replace(/\s+/g, ' ').trim();
  const preview = text === '' && message.media.length > 0 ? words.imageOnly : text;
  return message.senderId._id === viewerId ? words.previewOfOwnMessage({ preview }) : preview;
}
