import type { Message } from '@roost/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toasts.ts';
import { deleteMessage } from './delete-message.ts';

/** What can be done with a message: in sight under the pointer, in reach of the keyboard, and opened by a long press. */
export function MessageMenu({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const items: MenuItem[] = [
    ...(message.content === ''
      ? []
      : [{ label: 'Copy text', icon: <Copy />, onSelect: () => void copy(message.content) }]),
    ...(isOwn
      ? [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) }]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        align={isOwn ? 'end' : 'start'}
        items={items}
        trigger={
          <IconButton
            label="Message actions"
            data-message-menu
            className="opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:-my-1 pointer-coarse:pointer-events-none"
          >
            <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete message?"
        description="It will be gone for both of you."
        confirmLabel="Delete"
        danger
        onConfirm={() => {
          // The message's own button goes with it.
          document.querySelector<HTMLElement>('[data-thread]')?.focus({ preventScroll: true });
          deleteMessage(client, message);
        }}
      />
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    toast.success('Text copied.');
  } catch {
    toast.error('The text could not be copied.');
  }
}
