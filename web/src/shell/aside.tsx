import * as words from '#words/shell';
import { Search } from 'lucide-react';
import { Link } from '../lib/router/link.tsx';
import { site } from '../lib/site.ts';
import { useLocation } from '../lib/router/router.tsx';
import { MessageIconButton } from '../features/chat/window/message-button.tsx';
import { closeChat, useOpenChat } from '../features/chat/window/open-chat.ts';
import { lazyPart } from '../lib/page/load-chunk.ts';
import { useIsWide } from '../lib/page/screen-width.ts';
import { OptionalBoundary } from '../ui/states/optional-boundary.tsx';
import { LazyOverlay } from '../ui/overlays/lazy-overlay.tsx';
import { SiteLogo } from '../ui/illustrations/site-logo.tsx';
import { paths } from '../paths.ts';

const WhoToFollow = lazyPart(
  async () => (await import('../features/users/suggested/who-to-follow.tsx')).WhoToFollow,
);

const ChatPanel = lazyPart(
  async () => (await import('../features/chat/window/chat-panel.tsx')).ChatPanel,
);

const NoOpenChat = lazyPart(
  async () => (await import('../features/chat/window/no-open-chat.tsx')).NoOpenChat,
);

interface AsideProps {
  /** The page shows the conversations, so this column shows only the chat, and is wider. */
  isMessages: boolean;
}

/** The right column: the open chat, else a link to the search, people to follow, and the footer. */
export function Aside({ isMessages }: AsideProps) {
  const isWide = useIsWide();
  const chatWith = useOpenChat();
  if (!isWide) return null;
  return (
    <>
      <LazyOverlay open={chatWith !== undefined} onFailed={closeChat}>
        {chatWith && <ChatPanel userId={chatWith} />}
      </LazyOverlay>
      {!chatWith && (isMessages ? <NoChat /> : <Suggestions />)}
    </>
  );
}

function NoChat() {
  return (
    <OptionalBoundary>
      <NoOpenChat />
    </OptionalBoundary>
  );
}

function Suggestions() {
  return (
    <aside aria-label={words.searchAndSuggestions}>
      <div className="sticky top-(--offline-bar) z-20 flex min-h-[calc(100dvh-var(--offline-bar))] flex-col gap-4 pt-2 pe-2 pb-6 ps-6 xl:pe-0 [[data-text-size=larger]_&]:pe-2">
        <div data-stays-at-top>
          <SearchBox />
        </div>
        <OptionalBoundary>
          <WhoToFollow cardActions={(user) => <MessageIconButton person={user} />} />
        </OptionalBoundary>
        <footer className="mt-auto text-meta text-muted">
          <Link
            to={paths.settingsSection('about')}
            className="mb-2 inline-block rounded-xs hover:underline"
          >
            {words.aboutSite({ site: site.name })}
          </Link>
          <div className="flex items-end gap-2">
            <SiteLogo className="size-4.5 shrink-0" />
            <p>
              {site.description
                ? words.siteFooter({ site: site.name, description: site.description })
                : site.name}
            </p>
          </div>
        </footer>
      </div>
    </aside>
  );
}

/** A link that looks like the search box. It leads to that box and focuses it. */
function SearchBox() {
  const { pathname } = useLocation();
  // The search page shows the box itself.
  if (pathname === paths.search) return null;
  return (
    <Link
      to={paths.search}
      state={{ focusSearch: true }}
      className="flex h-11 items-center gap-3 rounded-full border border-transparent bg-sunk px-4 text-muted transition-colors hover:border-control"
    >
      <Search />
      {words.search}
    </Link>
  );
}
