import { Mail } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openChat } from './open-chat.ts';

interface MessageButtonProps {
  person: { _id: string; username: string };
}

/** Opens the chat with somebody; on phones an icon, beside the other buttons of a profile. */
export function MessageButton({ person }: MessageButtonProps) {
  return (
    <Button
      variant="secondary"
      icon={<Mail size={18} strokeWidth={1.75} aria-hidden className="md:hidden" />}
      onClick={() => openChat(person._id)}
    >
      <span className="max-md:sr-only">Message</span>
      <span className="sr-only"> @{person.username}</span>
    </Button>
  );
}

/** The same where there is little room. */
export function MessageIconButton({ person }: MessageButtonProps) {
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
