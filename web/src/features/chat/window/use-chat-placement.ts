import { useEffect, useRef } from 'react';
import { navigate, useLocation } from '../../../lib/router/router.tsx';
import { useIsWide } from '../../../lib/page/screen-width.ts';
import { nextStep, type ChatView } from './chat-placement.ts';
import { closeChat, openChat, useOpenChat } from './open-chat.ts';
import { chatPersonIn } from '../../../paths.ts';

/** Keeps the open chat at its position, also while the window changes its width. The app calls it once. */
export function useChatPlacement(): void {
  const isWide = useIsWide();
  const open = useOpenChat();
  const addressed = useAddressedChat();
  const was = useRef<ChatView>(undefined);
  useEffect(() => {
    const now = { isWide, open, addressed };
    const step = nextStep(was.current, now);
    was.current = now;
    if (step?.kind === 'open') openChat(step.userId);
    else if (step?.kind === 'close') closeChat();
    else if (step) navigate(step.to, { replace: step.replace });
  }, [isWide, open, addressed]);
}

/** The person whose chat is in the address. */
export function useAddressedChat(): string | undefined {
  return chatPersonIn(useLocation());
}
