/** The code of dialogs and menus. Their first opening needs it, and it may happen offline. */
const overlays = [
  () => import('../../ui/overlays/dialog-panel.tsx'),
  () => import('../../ui/overlays/menu-popup.tsx'),
  () => import('../../ui/overlays/tooltip-popup.tsx'),
  () => import('../../features/posts/actions/post-menu-popup.tsx'),
  () => import('../../features/posts/actions/edit-post-dialog.tsx'),
  () => import('../../features/compose/attachments/attachment-strip.tsx'),
  () => import('../../features/compose/attachments/alt-texts/alt-reminder.tsx'),
  () => import('../../features/compose/suggestions/suggestion-list.tsx'),
  () => import('../../features/chat/window/chat-panel.tsx'),
  () => import('../../features/auth/reauth/reauth-dialog.tsx'),
  () => import('../keyboard/key-help.tsx'),
  () => import('../palette/command-palette.tsx'),
];

export function preloadOverlays(): void {
  for (const load of overlays)
    load().catch(() => {
      // The overlay loads it again when it opens, and shows a failure.
    });
}
