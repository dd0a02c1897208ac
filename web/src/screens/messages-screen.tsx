import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ChatPage } from '../features/chat/place/chat-page.tsx';
import { MESSAGES_PATH } from '../features/chat/place/chat-place.ts';
import { ConversationList } from '../features/chat/conversations/conversation-list.tsx';
import { useAddressedChat } from '../features/chat/place/use-chat-place.ts';
import { lazyPart } from '../lib/load-chunk.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { useIsWide } from '../lib/wide-screen.ts';
import { Button } from '../ui/button.tsx';
import { LazyOverlay } from '../ui/lazy-overlay.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useBack } from './use-back.ts';

const NewMessageDialog = lazyPart(
  async () =>
    (await import('../features/chat/new-message/new-message-dialog.tsx')).NewMessageDialog,
);

/** The list of conversations; where there is no right column, also the chat that the address names. */
export function MessagesScreen() {
  usePageTitle('Messages');
  const isWide = useIsWide();
  const chatWith = useAddressedChat();
  const back = useBack(MESSAGES_PATH);
  if (chatWith && !isWide) return <ChatPage userId={chatWith} onBack={back} />;
  return <MessageList />;
}

function MessageList() {
  const [open, setOpen] = useState(false);
  /** How often it was opened: each time it begins anew. */
  const [times, setTimes] = useState(0);
  const newMessage = (
    <Button
      icon={<SquarePen size={18} strokeWidth={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onPointerEnter={NewMessageDialog.preload}
      onClick={() => {
        setTimes((before) => before + 1);
        setOpen(true);
      }}
    >
      {/* Where there is room for it beside the title. */}
      <span className="@max-[18rem]/header:sr-only">New Message</span>
    </Button>
  );
  return (
    <>
      <PageHeader title="Messages" actions={newMessage} />
      <ConversationList action={newMessage} />
      {times > 0 && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          <NewMessageDialog key={times} open={open} onOpenChange={setOpen} />
        </LazyOverlay>
      )}
    </>
  );
}
