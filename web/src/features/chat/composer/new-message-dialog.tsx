import * as words from '#words/chat';
import { openConversation } from '@roost/contract/chat';
import type { UserCard } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { sheetsSettled } from '../../../ui/overlays/sheet-history.ts';
import { chatKeys } from '../chat-keys.ts';
import { openChat } from '../window/open-chat.ts';
import { RecipientPicker } from './recipient-picker.tsx';

interface NewMessageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lets the user choose a recipient. Next opens the chat, or shows why it cannot open. */
export function NewMessageDialog({ open, onOpenChange }: NewMessageDialogProps) {
  const client = useQueryClient();
  const [recipient, setRecipient] = useState<UserCard>();
  const [problem, setProblem] = useState<string>();
  const [opening, setOpening] = useState<AbortController>();

  async function next(userId: string) {
    const controller = new AbortController();
    const { signal } = controller;
    setOpening(controller);
    setProblem(undefined);
    try {
      const { data } = await call(
        openConversation,
        { params: { userId }, signal },
        { quiet: true },
      );
      client.setQueryData(chatKeys.conversation(userId), data);
      onOpenChange(false);
      // On phones the chat is a page. Wait until the sheet has removed its entry from the browser history.
      await sheetsSettled();
      openChat(userId);
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error, words.theChatCouldNotBeOpened));
    } finally {
      setOpening(undefined);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) opening?.abort();
        onOpenChange(isOpen);
      }}
      title={words.newMessage}
      keepsText
      footer={
        <Button
          disabled={!recipient}
          busy={opening !== undefined}
          onClick={() => recipient && void next(recipient._id)}
        >
          {words.next}
        </Button>
      }
    >
      <RecipientPicker
        recipient={recipient}
        onPick={(person) => {
          setRecipient(person);
          setProblem(undefined);
        }}
      />
      <p role="alert" className="mt-3 text-danger-text empty:hidden">
        {problem}
      </p>
    </Dialog>
  );
}
