import { Search } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { MessageIconButton } from '../features/chat/place/message-button.tsx';
import { closeChat, useOpenChat } from '../features/chat/place/open-chat.ts';
import { lazyPart } from '../lib/load-chunk.ts';
import { useIsWide } from '../lib/wide-screen.ts';
import { LazyOverlay } from '../ui/lazy-overlay.tsx';
import { Mark } from '../ui/mark.tsx';

const WhoToFollow = lazyPart(
  async () => (await import('../features/users/who-to-follow.tsx')).WhoToFollow,
);

const ChatPanel = lazyPart(
  async () => (await import('../features/chat/place/chat-panel.tsx')).ChatPanel,
);

/** The right column: the open chat, else the way to the search, whom to follow, and whose house this is. */
export function Aside() {
  const isWide = useIsWide();
  const chatWith = useOpenChat();
  if (!isWide) return null;
  return (
    <>
      <LazyOverlay open={chatWith !== undefined} onFailed={closeChat}>
        {chatWith && <ChatPanel userId={chatWith} />}
      </LazyOverlay>
      {!chatWith && <Suggestions />}
    </>
  );
}

function Suggestions() {
  return (
    <aside aria-label="Search and suggestions">
      <div className="sticky top-(--offline-bar) z-20 flex min-h-[calc(100dvh-var(--offline-bar))] flex-col gap-4 pt-2 pr-2 pb-6 pl-6 xl:pr-0">
        <SearchBox />
        <Suspense fallback={null}>
          <WhoToFollow cardActions={(user) => <MessageIconButton person={user} />} />
        </Suspense>
        <footer className="mt-auto flex items-end gap-2 text-meta text-muted">
          <Mark className="size-4.5 shrink-0" />
          <p>Roost, a social network people run themselves.</p>
        </footer>
      </div>
    </aside>
  );
}

/** Looks like the box it leads to, where the cursor then is. */
function SearchBox() {
  const { pathname } = useLocation();
  // There the box itself is in sight.
  if (pathname === '/home/search') return null;
  return (
    <Link
      to="/home/search"
      state={{ focusSearch: true }}
      className="flex h-11 items-center gap-3 rounded-full border border-transparent bg-sunk px-4 text-muted transition-colors hover:border-control"
    >
      <Search size={20} strokeWidth={1.75} aria-hidden />
      Search
    </Link>
  );
}
