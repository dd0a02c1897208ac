import * as words from '#words/settings';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { formatList } from '../../../../lib/locale.ts';
import { briefTime } from '../../../../lib/format/relative-time.ts';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { LoadError } from '../../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { SettingsGroup } from '../../settings-group.tsx';
import { MutedWordForm } from './muted-word-form.tsx';
import { placeNames, places } from './muted-places.ts';
import { mutedWordsQuery, useSetMutedWords, type MutedWord } from './muted-words.query.ts';

/** The viewer's muted words, and a form that adds one. */
export function MutedWordList() {
  const { data, error, refetch } = useQuery(mutedWordsQuery);
  const save = useSetMutedWords();
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="m-4 h-60 rounded-card" />;
  return (
    <>
      <SettingsGroup title={words.addAWord} about={words.caseDoesNotMatter}>
        <MutedWordForm
          known={data}
          // The newest word comes first.
          onAdd={(word) => save([word, ...data])}
        />
      </SettingsGroup>
      <SettingsGroup title={words.mutedWords}>
        {data.length === 0 ? (
          <p className="text-muted">{words.youHaveNotMutedAnyWords}</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((word) => (
              <Row
                key={word.text}
                word={word}
                onRemove={() => void save(data.filter((other) => other !== word))}
              />
            ))}
          </ul>
        )}
      </SettingsGroup>
    </>
  );
}

function Row({ word, onRemove }: { word: MutedWord; onRemove: () => void }) {
  const { text, wholeWord, until, where } = word;
  const about = [
    wholeWord && words.wholeWordOnly,
    where.length < places.length && formatList(where.map((place) => placeNames[place])),
    until !== null && words.until({ date: briefTime(until) }),
  ].filter((part) => part !== false);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p
          dir="auto"
          className="text-match-parent text-name font-semibold [overflow-wrap:anywhere]"
        >
          {text}
        </p>
        {about.length > 0 && <p className="text-meta text-muted">{about.join(' · ')}</p>}
      </div>
      <IconButton
        label={words.unmuteTheWord({ word: text })}
        onClick={(event) => {
          // The row with the focus disappears.
          event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
          onRemove();
        }}
      >
        <Trash2 size={18} />
      </IconButton>
    </li>
  );
}
