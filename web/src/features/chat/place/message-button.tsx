import { Mail } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openChat } from './open-chat.ts';

/** Opens the chat with somebody, on their profile; on phones an icon, for want of room. */
export function MessageButton({ userId }: { userId: string }) {
  return (
    <Button
      variant="secondary"
      icon={<Mail size={18} strokeWidth={1.75} aria-hidden className="md:hidden" />}
      onClick={() => openChat(userId)}
    >
      <span className="max-md:sr-only">Message</span>
    </Button>
  );
}

/** The same on the card of one of several people. */
export function MessageIconButton({ person }: { person: { _id: string; username: string } }) {
  return (
    <IconButton
      label={`Message @${person.username}`}
      className="size-8 border border-control"
      onClick={() => openChat(person._id)}
    >
      <Mail size={18} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
