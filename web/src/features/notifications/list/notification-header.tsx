import * as words from '#words/notifications';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { notificationsQuery, unreadQuery } from '../notifications.query.ts';
import { useNotificationChanges } from '../use-notification-changes.ts';

const PreferencesDrawer = lazyPart(
  async () => (await import('../preferences/preferences-drawer.tsx')).PreferencesDrawer,
);

/** The page header: the number of unread notifications, and the actions for all of them. */
export function NotificationHeader({ onReadAll }: { onReadAll: () => void }) {
  const { data: unread } = useQuery(unreadQuery);
  // Only observes the query. The list fetches it.
  const { data: first } = useQuery({ ...notificationsQuery('all', 1), enabled: false });
  const [asking, setAsking] = useState(false);
  const changes = useNotificationChanges();
  return (
    <>
      <PageHeader
        title={words.notifications}
        subtitle={
          <span role="status">{unread === undefined ? ' ' : words.unread({ count: unread })}</span>
        }
        actions={
          <div className="-me-2 flex">
            <IconButton
              label={words.markAllAsRead}
              // The button keeps the focus when nothing is unread any more.
              aria-disabled={!unread}
              className="aria-disabled:pointer-events-none aria-disabled:opacity-50"
              onClick={() => {
                if (!unread) return;
                onReadAll();
                changes.readAll();
              }}
            >
              <CheckCheck />
            </IconButton>
            <IconButton
              label={words.deleteAll}
              disabled={first?.totalGroups === 0}
              onClick={() => setAsking(true)}
            >
              <Trash2 />
            </IconButton>
            <PreferencesButton />
          </div>
        }
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.deleteAllNotifications}
        description={words.theyGoForGood}
        confirmLabel={words.deleteAll}
        danger
        onConfirm={async () => changes.removeAll()}
      />
    </>
  );
}

function PreferencesButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <IconButton
        label={words.notificationSettings}
        aria-haspopup="dialog"
        onPointerEnter={PreferencesDrawer.preload}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <Settings2 />
      </IconButton>
      <LazyOverlay open={isOpen} onFailed={() => setOpen(false)}>
        {wasOpened && <PreferencesDrawer open={isOpen} onOpenChange={setOpen} />}
      </LazyOverlay>
    </>
  );
}
