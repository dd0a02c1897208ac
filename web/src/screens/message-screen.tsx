import { useSearchParams } from 'react-router';
import { ChatThread } from '../features/chat/thread/chat-thread.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { useBack } from './use-back.ts';

/** The chat with whom the address names. */
export function MessageScreen() {
  usePageTitle('Messages');
  const [params] = useSearchParams();
  const back = useBack();
  const userId = params.get('with');
  if (!userId) return null;
  return (
    <div className="h-[calc(100dvh-var(--offline-bar))] max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-35">
      <ChatThread key={userId} userId={userId} isPage onClose={back} />
    </div>
  );
}
