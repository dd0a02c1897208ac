import { useLocation } from 'react-router';
import { useAddressedChat } from '../features/chat/place/use-chat-place.ts';
import { LoadingMark } from '../ui/loading-mark.tsx';

/** Those with a way back. */
const standAlone = /^\/home\/(?:profile\/|post\/|blocked-users)/;

/** Stands for a page until its code is there. On phones what will stand alone at the top does so already: nothing moves. */
export function ComingPage() {
  const { pathname } = useLocation();
  const chatWith = useAddressedChat();
  const marks = {
    ...(standAlone.test(pathname) && { 'data-page-header': 'back' }),
    ...(chatWith && { 'data-chat-page': true }),
  };
  return (
    <div {...marks}>
      <LoadingMark className="h-[60dvh]" />
    </div>
  );
}
