import * as words from '#words/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

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

export function isSame(one: NotificationPreferences, other: NotificationPreferences): boolean {
  return (
    one.all.from === other.all.from &&
    types.every(({ type }) => one.types[type].from === other.types[type].from)
  );
}

interface PreferenceLinesProps {
  wanted: NotificationPreferences;
  onChange: (wanted: NotificationPreferences) => void;
}

/** One switch for all notifications, and one for each kind. */
export function PreferenceLines({ wanted, onChange }: PreferenceLinesProps) {
  const isNone = wanted.all.from === 'no one';
  return (
    <>
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
    </>
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
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <span aria-hidden className={choice.disabled ? 'text-muted' : 'font-medium'}>
        {label}
      </span>
      <SegmentedControl label={label} options={options} {...choice} />
    </div>
  );
}

export function PreferenceSkeletons() {
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
