import * as words from '#words/chat';
import { Mail } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { openChat } from './open-chat.ts';

/** Opens the chat with a person from their profile. On phones it is an icon to save space. */
export function MessageButton({ userId }: { userId: string }) {
  return (
    <Button
      variant="secondary"
      className="max-md:w-10 max-md:px-0 pointer-coarse:min-w-touch"
      icon={<Mail size={18} className="md:hidden" />}
      onClick={() => openChat(userId)}
    >
      <span className="max-md:sr-only">{words.message}</span>
    </Button>
  );
}

/** The same button as an icon, for cards in a list of people. */
export function MessageIconButton({ person }: { person: { _id: string; username: string } }) {
  return (
    <IconButton
      label={words.messagePerson({ username: person.username })}
      className="size-8 border border-control"
      onClick={() => openChat(person._id)}
    >
      <Mail size={18} />
    </IconButton>
  );
}
