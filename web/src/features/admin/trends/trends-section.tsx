import * as words from '#words/admin';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { trimText } from '@roost/contract/text/text';
import { Button } from '../../../ui/controls/button.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { quietTrendingQuery } from '../../search/trending.query.ts';
import { SettingsGroup } from '../../settings/settings-group.tsx';
import { SectionError } from '../section-error.tsx';
import { hiddenTrendsQuery, useChangeTrends } from './hidden-trends.query.ts';
import { TagRow } from './tag-row.tsx';

/** The longest hashtag that the server takes. */
const MAX_TAG = 100;

/** The hashtags that are trending now, and those that never do. */
export function TrendsSection() {
  const hidden = useQuery(hiddenTrendsQuery);
  const change = useChangeTrends();
  if (!hidden.data)
    return hidden.error ? (
      <SectionError error={hidden.error} onRetry={() => void hidden.refetch()} />
    ) : (
      <Skeleton className="m-4 h-60 rounded-card" />
    );
  return (
    <>
      <SettingsGroup title={words.hideAHashtag} about={words.hiddenHashtagsAreFound}>
        <HideForm busy={change.isPending} onHide={(tag) => change.mutateAsync({ hide: tag })} />
      </SettingsGroup>
      <SettingsGroup title={words.trendingNow}>
        <Trending busy={change.isPending} onHide={(tag) => change.mutate({ hide: tag })} />
      </SettingsGroup>
      <SettingsGroup title={words.hiddenHashtags}>
        {hidden.data.length === 0 ? (
          <p className="text-muted">{words.noHashtagIsHidden}</p>
        ) : (
          <ul className="divide-y divide-line">
            {hidden.data.map((tag) => (
              <TagRow
                key={tag}
                tag={tag}
                icon={<Eye size={16} />}
                action={words.showAgain}
                label={words.showTagAgain({ tag })}
                busy={change.isPending}
                onPress={() => change.mutate({ unhide: tag })}
              />
            ))}
          </ul>
        )}
      </SettingsGroup>
    </>
  );
}

function Trending({ busy, onHide }: { busy: boolean; onHide: (tag: string) => void }) {
  const { data, isError, refetch } = useQuery(quietTrendingQuery);
  if (!data)
    return isError ? (
      <LoadError message={words.trendsNotLoaded} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-40 rounded-card" />
    );
  if (data.length === 0) return <p className="text-muted">{words.nothingIsTrending}</p>;
  return (
    <ul className="divide-y divide-line">
      {data.map(({ _id: tag, count }) => (
        <TagRow
          key={tag}
          tag={tag}
          about={words.postsWithTag({ count })}
          icon={<EyeOff size={16} />}
          action={words.hide}
          label={words.hideTag({ tag })}
          busy={busy}
          onPress={() => onHide(tag)}
        />
      ))}
    </ul>
  );
}

interface HideFormProps {
  busy: boolean;
  onHide: (tag: string) => Promise<unknown>;
}

/** The typed hashtag stays until the server has it. */
function HideForm({ busy, onHide }: HideFormProps) {
  const [typed, setTyped] = useState('');
  const tag = trimText(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || tag === '') return;
    // The API client shows a failure.
    void onHide(tag).then(
      () => setTyped(''),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-3">
      <input
        aria-label={words.hashtag}
        placeholder={words.hashtag}
        dir="auto"
        value={typed}
        maxLength={MAX_TAG}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ target }) => setTyped(target.value)}
        className="h-11 min-w-0 flex-1 basis-48 rounded-input border border-control bg-raised px-3.5 text-input focus-visible:outline-offset-0 md:text-body"
      />
      <Button type="submit" busy={busy} disabled={tag === ''}>
        {words.hide}
      </Button>
    </form>
  );
}
