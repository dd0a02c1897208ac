import { Mail } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { openChat } from './open-chat.ts';

/** Opens the chat with somebody; on phones an icon, beside the other buttons of a profile. */
export function MessageButton({ person }: { person: { _id: string; username: string } }) {
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
