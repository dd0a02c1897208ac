import * as words from '#words/notifications';
import { useQuery } from '@tanstack/react-query';
import { site } from '../../../lib/site.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { FeedbackLine } from '../../../ui/states/feedback-line.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { pushQuery } from './push.query.ts';
import { usePushSupport, type PushSupport } from './push-support.ts';
import { PushPreferenceSwitches } from './push-preference-switches.tsx';
import { usePushChanges } from './use-push-changes.ts';

const reasons: Record<Exclude<PushSupport, 'ready'>, string> = {
  needsInstall: words.pushNeedsInstall({ site: site.name }),
  unsupported: words.pushIsUnsupported({ site: site.name }),
  denied: words.pushIsDenied({ site: site.name }),
  notOffered: words.pushIsNotOffered({ site: site.name }),
};

/** Turns pushes on and off for this browser, and chooses what they are about. */
export function PushSettings() {
  const support = usePushSupport();
  if (support === 'ready') return <PushSwitches />;
  return (
    <Alert type="info">
      <p>{reasons[support]}</p>
    </Alert>
  );
}

function PushSwitches() {
  const { data, error, refetch } = useQuery(pushQuery);
  const { feedback, toggle, choose } = usePushChanges();
  if (error && !data)
    return <LoadError message={words.failedToLoadPush} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="my-2 h-11 rounded-xs" />;
  return (
    <>
      <Switch
        label={words.onThisDevice}
        about={words.aboutThisDevice({ site: site.name })}
        checked={data.isOn}
        onChange={() => void toggle(data)}
      />
      {data.isOn && (
        <PushPreferenceSwitches
          preferences={data}
          onChange={(preferences) => void choose(preferences, data)}
        />
      )}
      <FeedbackLine feedback={feedback} />
    </>
  );
}
