import * as words from '#words/screens';
import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ChatPage } from '../features/chat/window/chat-page.tsx';
import { ConversationList } from '../features/chat/conversations/conversation-list.tsx';
import { useAddressedChat } from '../features/chat/window/use-chat-placement.ts';
import { lazyPart } from '../lib/page/load-chunk.ts';
import { useIsWide } from '../lib/page/screen-width.ts';
import { Button } from '../ui/controls/button.tsx';
import { FloatingActionButton } from '../ui/controls/floating-action-button.tsx';
import { LazyOverlay } from '../ui/overlays/lazy-overlay.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { goBack } from '../lib/router/go-back.ts';
import { paths } from '../paths.ts';

const NewMessageDialog = lazyPart(
  async () => (await import('../features/chat/composer/new-message-dialog.tsx')).NewMessageDialog,
);

/** The list of conversations. Without a right column, it also shows the chat that the address names. */
export function MessagesScreen() {
  const isWide = useIsWide();
  const chatWith = useAddressedChat();
  if (chatWith && !isWide)
    return <ChatPage userId={chatWith} onBack={() => goBack(paths.messages)} />;
  return <MessageList />;
}

function MessageList() {
  const [open, setOpen] = useState(false);
  /** The number of openings. It is the dialog's key, so each opening starts empty. */
  const [times, setTimes] = useState(0);
  const begin = () => {
    setTimes((before) => before + 1);
    setOpen(true);
  };
  const newMessage = (
    <Button
      variant="outline"
      icon={<SquarePen size={18} />}
      aria-haspopup="dialog"
      onPointerEnter={NewMessageDialog.preload}
      onClick={begin}
    >
      {/* Wide screens have room beside the title. */}
      <span className="@max-[18rem]/header:sr-only">{words.newMessage}</span>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={words.messages}
        actions={<span className="max-md:hidden">{newMessage}</span>}
      />
      <ConversationList action={newMessage} />
      <span data-no-post-button hidden />
      <FloatingActionButton
        label={words.newMessage}
        icon={<SquarePen size={24} />}
        onPress={begin}
      />
      {times > 0 && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          <NewMessageDialog key={times} open={open} onOpenChange={setOpen} />
        </LazyOverlay>
      )}
    </>
  );
}
