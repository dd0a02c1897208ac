import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { callText } from '../call-text.ts';

/** Returns the preview of a last message: its text, or 'Image' without text. */
export function previewOf({
  content,
  call,
  media,
}: Pick<Message, 'content' | 'call' | 'media'>): string {
  if (call) return callText(call);
  const text = content.replace(/\s+/g, ' ').trim();
  return text === '' && media.length > 0 ? words.imageOnly : text;
}
