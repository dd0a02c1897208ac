import { openConversation, type Conversation } from '@roost/contract/chat';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../lib/api.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { chatKeys } from '../chat-keys.ts';

interface ChatThreadProps {
  userId: string;
  onClose?: () => void;
  actions?: (conversation: Conversation) => ReactNode;
  isPage?: boolean;
}

export function ChatThread({ userId, onClose, actions, isPage = false }: ChatThreadProps) {
  const { data, error } = useQuery({
    queryKey: chatKeys.conversation(userId),
    queryFn: async () =>
      (await call(openConversation, { params: { userId } }, { quiet: true })).data,
  });
  const other = data?.participants.find(({ _id }) => _id === userId);
  return (
    <header className="flex min-h-13 items-center gap-3 px-4">
      <h2 className="min-w-0 flex-1 truncate text-section font-bold">
        {other?.fullName ?? error?.message}
      </h2>
      {data && actions?.(data)}
      <IconButton label={isPage ? 'Back' : 'Close chat'} onClick={onClose}>
        {isPage ? <ArrowLeft size={20} /> : <X size={20} />}
      </IconButton>
    </header>
  );
}
