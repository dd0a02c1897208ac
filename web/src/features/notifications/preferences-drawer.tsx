import * as words from '#words/notifications';
import { Form } from '@base-ui/react/form';
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@roost/contract/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { isUnanswered } from '../../lib/api/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { notificationKeys } from './notification-keys.ts';

/** The drawer closes this long after a save. */
const PREFERENCES_SAVED_MS = 800;

type From = NotificationPreferences['all']['from'];
type Type = keyof NotificationPreferences['types'];

const options = [
  { value: 'anyone', label: words.anyone },
  { value: 'no one', label: words.noOne },
] as const satisfies { value: From; label: string }[];

const types: { type: Type; label: string }[] = [
  { type: 'like', label: words.likes },
  { type: 'comment', label: words.comments },
  { type: 'mention', label: words.mentions },
  { type: 'repost', label: words.reposts },
  { type: 'follow', label: words.newFollowers },
];

/** The viewer's choices: which notifications to receive, and from whom. */
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
    // Another tab may have changed the preferences.
    staleTime: 0,
  });
  const [changed, setChanged] = useState<NotificationPreferences>();
  // Each opening starts from the saved preferences. A closing drawer keeps its content.
  const [{ wasOpen, openings }, setOpenings] = useState({ wasOpen: open, openings: 0 });
  if (wasOpen !== open) {
    setOpenings({ wasOpen: open, openings: openings + Number(open) });
    if (open) setChanged(undefined);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.notificationSettings}
      place="side"
      size="sm"
      isChanged={Boolean(changed && data && !isSame(changed, data))}
    >
      {data ? (
        <PreferencesForm
          key={openings}
          wanted={changed ?? data}
          onChange={setChanged}
          onDone={() => onOpenChange(false)}
        />
      ) : error ? (
        <LoadError message={words.failedToLoadPreferences} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Dialog>
  );
}

function isSame(one: NotificationPreferences, other: NotificationPreferences): boolean {
  return (
    one.all.from === other.all.from &&
    types.every(({ type }) => one.types[type].from === other.types[type].from)
  );
}

interface PreferencesFormProps {
  wanted: NotificationPreferences;
  onChange: (wanted: NotificationPreferences) => void;
  onDone: () => void;
}

function PreferencesForm({ wanted, onChange, onDone }: PreferencesFormProps) {
  const isNone = wanted.all.from === 'no one';
  const client = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const { formProps, busy, failure } = useForm(async () => {
    if (isSaved) return;
    const body = { notificationPreferences: wanted };
    const saved = await call(setNotificationPreferences, { body }, { quiet: true });
    client.setQueryData(notificationKeys.preferences, saved.notificationPreferences);
    setSaved(true);
  });
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => done(), PREFERENCES_SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  return (
    <Form {...formProps} className="flex flex-col gap-4">
      <p className="text-muted">{words.choosePeopleWhoseActionsNotifyYou}</p>
      <Line
        label={words.allNotifications}
        value={wanted.all.from}
        onChange={(from) => onChange({ ...wanted, all: { from } })}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        {types.map(({ type, label }) => (
          <Line
            key={type}
            label={label}
            value={wanted.types[type].from}
            disabled={isNone}
            onChange={(from) =>
              onChange({ ...wanted, types: { ...wanted.types, [type]: { from } } })
            }
          />
        ))}
      </div>
      {failure !== undefined && (
        <Alert type="error">
          <p>{words.saveFailed}</p>
          {isUnanswered(failure) && <p className="text-muted">{failure.message}</p>}
        </Alert>
      )}
      {isSaved && <Alert type="success">{words.saved}</Alert>}
      <Button type="submit" busy={busy} className="mt-2 self-end">
        {words.save}
      </Button>
    </Form>
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
      <SegmentedControl label={label} options={options} {...choice} />
    </div>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{words.loadingPreferences}</span>
      {Array.from({ length: types.length + 1 }, (_, index) => (
        <div key={index} className="flex justify-between">
          <Skeleton className="my-2 h-5 w-28 rounded-xs" />
          <Skeleton className="h-9 w-40 rounded-full" />
        </div>
      ))}
    </div>
  );
}
