import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toggleOptimistically } from '../../../lib/cache/optimistic-toggle.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { privacyQuery } from '../../users/privacy.query.ts';
import { privacyToggle, type PrivacySetting } from './privacy-toggle.ts';

interface PrivacySwitch {
  setting: PrivacySetting;
  label: string;
  about?: string;
}

/** Switches of one topic. Each change is saved at once. */
export function PrivacySwitches({ switches }: { switches: readonly PrivacySwitch[] }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(privacyQuery);
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return switches.map(({ setting }) => (
      <Skeleton key={setting} className="my-2 h-11 rounded-xs" />
    ));
  return (
    <div className="flex flex-col gap-1">
      {switches.map(({ setting, ...row }) => (
        <Switch
          key={setting}
          {...row}
          checked={data[setting]}
          onChange={() => void toggleOptimistically(client, privacyToggle, setting, data[setting])}
        />
      ))}
    </div>
  );
}
