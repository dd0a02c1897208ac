import * as words from '#words/notifications';
import { Form } from '@base-ui/react/form';
import { setNotificationPreferences } from '@roost/contract/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { notificationKeys } from '../notification-keys.ts';
import { isSame, PreferenceLines, PreferenceSkeletons } from './preference-lines.tsx';
import { preferencesQuery } from './preferences.query.ts';

/** The drawer closes this long after a save. */
const PREFERENCES_SAVED_MS = 800;

/** The notification preferences in a drawer. A button saves all of them. */
export function PreferencesDrawer({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data, error, refetch } = useQuery({ ...preferencesQuery, enabled: open });
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
        <PreferenceSkeletons />
      )}
    </Dialog>
  );
}

interface PreferencesFormProps {
  wanted: NotificationPreferences;
  onChange: (wanted: NotificationPreferences) => void;
  onDone: () => void;
}

function PreferencesForm({ wanted, onChange, onDone }: PreferencesFormProps) {
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
      <PreferenceLines wanted={wanted} onChange={onChange} />
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
