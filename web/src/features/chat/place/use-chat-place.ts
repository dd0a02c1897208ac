import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsWide } from '../../../lib/wide-screen.ts';
import { MESSAGES_PATH, stepOf, type ChatView } from './chat-place.ts';
import { closeChat, openChat, useOpenChat } from './open-chat.ts';

/** Keeps the open chat where it belongs, also while the window changes its width; once for the whole app. */
export function useChatPlace(): void {
  const isWide = useIsWide();
  const open = useOpenChat();
  const addressed = useAddressedChat();
  const navigate = useNavigate();
  const was = useRef<ChatView>(undefined);
  useEffect(() => {
    const now = { isWide, open, addressed };
    const step = stepOf(was.current, now);
    was.current = now;
    if (step?.kind === 'open') openChat(step.userId);
    else if (step?.kind === 'close') closeChat();
    else if (step) void navigate(step.to, { replace: step.replace });
  }, [isWide, open, addressed, navigate]);
}

/** The person whose chat the address names. */
export function useAddressedChat(): string | undefined {
  const { pathname, search } = useLocation();
  if (pathname !== MESSAGES_PATH) return undefined;
  return new URLSearchParams(search).get('with') || undefined;
}
