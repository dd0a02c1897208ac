import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../../ui/overlays/menu-props.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { reportItem } from '../../users/relations/person-menu-items.tsx';
import { askToReport } from '../../users/reports/report-request.ts';
import type { Participant } from '../conversations/other-participant.ts';
import { deleteMessage } from './delete-message.ts';

interface MessageMenuProps {
  message: Message;
  isOwn: boolean;
  /** The other person of the chat. */
  person: Participant;
}

/** The actions of a message. The button appears on hover and on keyboard focus. A long press opens the menu. */
export function MessageMenu({ message, isOwn, person }: MessageMenuProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isCall = message.kind === 'call';
  const items: MenuItem[] = [
    ...(message.content === '' || isCall
      ? []
      : [{ label: words.copyText, icon: <Copy />, onSelect: () => void copy(message.content) }]),
    ...(isOwn && !isCall
      ? [{ label: words.delete, icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) }]
      : [
          reportItem(isCall ? words.reportCall : words.reportMessage, () =>
            askToReport({ subject: { type: 'message', _id: message._id }, isCall, person }),
          ),
        ]),
  ];
  return (
    <>
      <Menu
        align={isOwn ? 'end' : 'start'}
        items={items}
        trigger={
          <IconButton
            label={isCall ? words.callActions : words.messageActions}
            data-message-menu
            className="opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:-my-1 pointer-coarse:pointer-events-none"
          >
            <Ellipsis size={18} />
          </IconButton>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.askDeleteMessage}
        description={words.itWillBeGoneForBothOfYou}
        confirmLabel={words.delete}
        danger
        onConfirm={() => {
          // The button disappears with the message, so move the focus first.
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
    toast.success(words.textCopied);
  } catch {
    toast.error(words.theTextCouldNotBeCopied);
  }
}
