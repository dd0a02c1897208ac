import { useLocation } from '../../lib/router/router.tsx';
import { useAddressedChat } from '../../features/chat/window/use-chat-placement.ts';
import { pageAt } from '../../pages.ts';
import { LoadingLogo } from '../../ui/states/loading-logo.tsx';

/**
 * Shown until the code of a page is loaded. On phones a header with a back button hides the top bar. The fallback of
 * such a page hides it too, so that nothing moves.
 */
export function PageFallback() {
  const { pathname } = useLocation();
  const chatWith = useAddressedChat();
  const page = pageAt(pathname);
  const hasBack = page?.header === 'back' || page?.hasOwnBack;
  const attributes = {
    ...(hasBack && { 'data-page-header': 'back' }),
    ...(chatWith && { 'data-chat-page': true }),
  };
  return (
    <div {...attributes}>
      <LoadingLogo className="h-[60dvh]" />
    </div>
  );
}
