import * as words from '#words/chat';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { rowsOf } from '../conversations/conversation-cache.ts';
import { conversationsQuery } from '../conversations/conversations.query.ts';
import { TwoOnAWire } from '../../../ui/illustrations/two-on-a-wire.tsx';

/** The empty state beside the list while no conversation is open. If there are none, only the list shows an empty state. */
export function NoOpenChat() {
  // The list beside it loads. A second load would replace its error by a skeleton for a moment.
  const { data } = useInfiniteQuery({ ...conversationsQuery, enabled: false });
  if (!data || rowsOf(data).length === 0) return <div data-chat-column />;
  return (
    <section
      aria-label={words.noChatIsOpen}
      data-chat-column
      className="sticky top-(--offline-bar) flex h-[calc(100dvh-var(--offline-bar))] flex-col justify-center"
    >
      <EmptyState drawing={<TwoOnAWire />} title={words.chooseAConversationToReadItHere} />
    </section>
  );
}
