import * as words from '#words/welcome';
import { hashtagOf } from '@roost/contract/text/hashtag';
import { foldTag } from '@roost/contract/text/words';
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { quietTrendingQuery } from '../search/trending.query.ts';
import { useKeptHashtags } from './kept-hashtags.ts';
import { StepFrame } from './step-frame.tsx';

const MAX_HASHTAGS = 5;

/** The second step: hashtags that the person likes. Each becomes a feed at once. */
export function InterestsStep() {
  const trending = useQuery(quietTrendingQuery);
  const { tags: kept, error, refetch, toggle } = useKeptHashtags();
  const [own, setOwn] = useState<string[]>([]);
  const keptFolded = new Set(kept?.map(foldTag));
  const isFull = (kept?.length ?? 0) >= MAX_HASHTAGS;
  const offered = inFirstForm([
    ...(trending.data ?? []).map(({ _id }) => _id),
    ...own,
    ...(kept ?? []),
  ]);

  function add(tag: string) {
    setOwn((before) => [...before, tag]);
    if (!keptFolded.has(foldTag(tag))) void toggle(tag);
  }

  return (
    <StepFrame
      title={words.pickInterests}
      text={words.keptAsFeeds}
      isDone={(kept?.length ?? 0) > 0}
    >
      {error && !kept ? (
        <LoadError message={words.failedToLoadHashtags} onRetry={() => void refetch()} />
      ) : kept && !trending.isLoading ? (
        <ul aria-label={words.hashtags} className="flex flex-wrap gap-2">
          {[...offered].map(([tag, shown]) => {
            const isKept = keptFolded.has(tag);
            return (
              <li key={tag} className="max-w-full">
                <Button
                  variant={isKept ? 'primary' : 'secondary'}
                  aria-pressed={isKept}
                  disabled={!isKept && isFull}
                  icon={isKept ? <Check size={16} /> : <Plus size={16} />}
                  onClick={() => void toggle(shown)}
                  className="max-w-full"
                >
                  <bdi className="truncate">#{shown}</bdi>
                </Button>
              </li>
            );
          })}
        </ul>
      ) : (
        <Spinner />
      )}
      <OwnHashtag isFull={isFull} disabled={!kept} onAdd={add} />
      <p role="status" className="nums mt-4 text-meta text-muted">
        {isFull ? words.atMostFive : words.chosen({ n: kept?.length ?? 0 })}
      </p>
    </StepFrame>
  );
}

/** Each hashtag once, by its folded form, as it is written first. */
function inFirstForm(tags: string[]): Map<string, string> {
  const forms = new Map<string, string>();
  for (const tag of tags) if (!forms.has(foldTag(tag))) forms.set(foldTag(tag), tag);
  return forms;
}

interface OwnHashtagProps {
  /** No further hashtag can be chosen. The field stays usable, so that it keeps the focus, and says so. */
  isFull: boolean;
  disabled: boolean;
  onAdd: (tag: string) => void;
}

function OwnHashtag({ isFull, disabled, onAdd }: OwnHashtagProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = text.trim().replace(/^[#＃]/u, '');
    if (typed === '') return;
    if (isFull) return setProblem(words.atMostFive);
    if (hashtagOf(`#${typed}`) === undefined || foldTag(typed) === '')
      return setProblem(words.notAHashtag);
    onAdd(typed);
    return setText('');
  }

  return (
    <form onSubmit={submit} className="mt-6 flex items-start gap-3">
      <TextField
        label={words.ownHashtag}
        error={problem}
        value={text}
        disabled={disabled}
        dir="auto"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
          setProblem(undefined);
        }}
        className="flex-1"
      />
      <Button type="submit" variant="secondary" size="lg" disabled={disabled} className="mt-6">
        {words.add}
      </Button>
    </form>
  );
}
