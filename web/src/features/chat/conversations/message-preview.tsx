import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { callText } from '../call-text.ts';

interface MessagePreviewProps {
  message: Pick<Message, 'content' | 'call' | 'media'> & { senderId: { _id: string } };
  viewerId: string;
}

/** A last message in one line: its text, or 'Image' without text, with 'You: ' before the viewer's own message. */
export function MessagePreview({ message, viewerId }: MessagePreviewProps) {
  if (message.call) return callText(message.call);
  const text = message.content.replace(/\s+/g, ' ').trim();
  const preview = text === '' && message.media.length > 0 ? words.imageOnly : text;
  if (message.senderId._id !== viewerId) return preview;
  return (
    <>
      {/* The line has the direction of the message, so that an end that does not fit is its end. `dir=auto` ignores a `bdi`. */}
      <bdi>{words.youAsAuthor}</bdi>: {preview}
    </>
  );
}
