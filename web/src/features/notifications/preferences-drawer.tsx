import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@roost/contract/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { PREFERENCES_SAVED_MS } from '../../lib/constants.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notificationKeys } from './notification-keys.ts';

type From = NotificationPreferences['all']['from'];
type Type = keyof NotificationPreferences['types'];

const options = [
  { value: 'anyone', label: 'Anyone' },
  { value: 'no one', label: 'No one' },
] as const satisfies { value: From; label: string }[];

const types: { type: Type; label: string }[] = [
  { type: 'like', label: 'Likes' },
  { type: 'comment', label: 'Comments' },
  { type: 'mention', label: 'Mentions' },
  { type: 'repost', label: 'Reposts' },
  { type: 'follow', label: 'New followers' },
];

/** From whom the viewer wants to be told of what (spec §2, §4). */
export function PreferencesDrawer({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: notificationKeys.preferences,
    queryFn: async ({ signal }) =>
      (await call(getNotificationPreferences, { signal }, { quiet: true })).notificationPreferences,
    enabled: open,
    // Another tab may have changed them since.
    staleTime: 0,
  });
  // Each opening starts from what is saved; while it closes it still says so.
  const [{ wasOpen, openings }, setOpenings] = useState({ wasOpen: open, openings: 0 });
  if (wasOpen !== open) setOpenings({ wasOpen: open, openings: openings + Number(open) });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Notification settings"
      place="side"
      size="sm"
    >
      {data ? (
        <Form key={openings} saved={data} onDone={() => onOpenChange(false)} />
      ) : error ? (
        <LoadError message="Failed to load preferences" onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Dialog>
  );
}

function Form({ saved, onDone }: { saved: NotificationPreferences; onDone: () => void }) {
  const [changed, setChanged] = useState<NotificationPreferences>();
  const wanted = changed ?? saved;
  const isNone = wanted.all.from === 'no one';
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () =>
      call(
        setNotificationPreferences,
        { body: { notificationPreferences: wanted } },
        { quiet: true },
      ),
    onSuccess: ({ notificationPreferences }) =>
      client.setQueryData(notificationKeys.preferences, notificationPreferences),
  });
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!save.isSuccess) return undefined;
    const timer = setTimeout(() => done.current(), PREFERENCES_SAVED_MS);
    return () => clearTimeout(timer);
  }, [save.isSuccess]);

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && !save.isSuccess) save.mutate();
      }}
    >
      <p className="text-muted">From whom you want to be told. What you have been told stays.</p>
      <Line
        label="All notifications"
        value={wanted.all.from}
        onChange={(from) => setChanged({ ...wanted, all: { from } })}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        {types.map(({ type, label }) => (
          <Line
            key={type}
            label={label}
            value={wanted.types[type].from}
            disabled={isNone}
            onChange={(from) =>
              setChanged({ ...wanted, types: { ...wanted.types, [type]: { from } } })
            }
          />
        ))}
      </div>
      {save.isError && <Notice type="error">Save failed</Notice>}
      {save.isSuccess && <Notice type="success">Saved</Notice>}
      <Button type="submit" busy={save.isPending} className="mt-2 self-end">
        Save
      </Button>
    </form>
  );
}

function Line({
  label,
  ...choice
}: {
  label: string;
  value: From;
  disabled?: boolean;
  onChange: (from: From) => void;
}) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <span aria-hidden className={choice.disabled ? 'text-muted' : 'font-medium'}>
        {label}
      </span>
      <Choice label={label} options={options} {...choice} />
    </div>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading preferences</span>
      {Array.from({ length: types.length + 1 }, (_, index) => (
        <div key={index} className="flex justify-between">
          <Skeleton className="my-2 h-5 w-28 rounded-xs" />
          <Skeleton className="h-9 w-40 rounded-full" />
        </div>
      ))}
    </div>
  );
}
