import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../lib/load-chunk.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyOverlay } from '../../ui/lazy-overlay.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { notificationsQuery, unreadQuery } from './notifications.query.ts';
import { useChanges } from './use-changes.ts';

const PreferencesDrawer = lazyPart(
  async () => (await import('./preferences-drawer.tsx')).PreferencesDrawer,
);
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The head of the page: how many are unread, and what concerns them all. */
export function NotificationHeader() {
  const { data: unread } = useQuery(unreadQuery);
  // Not asked for here: the list does.
  const { data: first } = useQuery({ ...notificationsQuery('all', 1), enabled: false });
  const [asking, setAsking] = useState(false);
  const changes = useChanges();
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle={<span role="status">{unread === undefined ? ' ' : `${unread} unread`}</span>}
        actions={
          <div className="-mr-2 flex">
            <IconButton
              label="Mark all as read"
              disabled={!unread}
              onClick={() => changes.readAll()}
            >
              <CheckCheck {...icon} />
            </IconButton>
            <IconButton
              label="Delete all"
              disabled={first?.pagination.totalNotifications === 0}
              onClick={() => setAsking(true)}
            >
              <Trash2 {...icon} />
            </IconButton>
            <PreferencesButton />
          </div>
        }
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete all notifications?"
        description="They go for good, read or not."
        confirmLabel="Delete all"
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
        label="Notification settings"
        aria-haspopup="dialog"
        onPointerEnter={PreferencesDrawer.preload}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <Settings2 {...icon} />
      </IconButton>
      <LazyOverlay open={isOpen} onFailed={() => setOpen(false)}>
        {wasOpened && <PreferencesDrawer open={isOpen} onOpenChange={setOpen} />}
      </LazyOverlay>
    </>
  );
}
