import * as words from '#words/search';
import { Sentence } from '../../../ui/sentence.tsx';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Hash, Search } from 'lucide-react';
import { navigate } from '../../../lib/router/router.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { option } from './option.ts';
import type { Suggestions } from './use-suggestions.ts';
import { paths } from '../../../paths.ts';
import { HandleLine } from '../../../ui/handle.tsx';

interface SuggestedRowsProps {
  text: string;
  suggested: Suggestions;
  onSearch: (text: string) => void;
  /** Called with the search before the app opens a person's profile or a hashtag's search. */
  onPick: (search: string) => void;
}

const icon = 'size-5 shrink-0 text-muted';

/** The typed search, and then people and hashtags that begin with it. */
export function SuggestedRows({ text, suggested, onSearch, onPick }: SuggestedRowsProps) {
  const go = (path: string, search: string) => {
    onPick(search);
    navigate(path);
  };
  return (
    <>
      <Autocomplete.Item value={text} onClick={() => onSearch(text)} className={`${option} px-4`}>
        <Search className={icon} />
        <span className="truncate">
          <Sentence parts={words.searchFor({ text: <bdi>{text}</bdi> })} />
        </span>
      </Autocomplete.Item>
      {suggested.people.length > 0 && (
        <Autocomplete.Group>
          <Heading>{words.people}</Heading>
          {suggested.people.map((person) => (
            <Autocomplete.Item
              key={person._id}
              value={`@${person.username}`}
              onClick={() => go(paths.profile(person.username), '')}
              className={`${option} px-4 py-1.5`}
            >
              <Avatar user={person} size={40} />
              <span className="min-w-0">
                <NameLine user={person} />
                <span className="flex text-meta whitespace-pre text-muted">
                  <HandleLine username={person.username} />
                  {person.isFollowingByCurrentUser && words.following}
                </span>
              </span>
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      )}
      {suggested.tags.length > 0 && (
        <Autocomplete.Group>
          <Heading>{words.hashtags}</Heading>
          {suggested.tags.map(({ _id: tag }) => (
            <Autocomplete.Item
              key={tag}
              value={`#${tag}`}
              onClick={() => go(paths.searchFor(`#${tag}`), `#${tag}`)}
              className={`${option} px-4`}
            >
              <Hash className={icon} />
              <bdi className="truncate font-medium">#{tag}</bdi>
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      )}
    </>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Autocomplete.GroupLabel className="px-4 pt-3 pb-1 text-meta font-semibold text-muted">
      {children}
    </Autocomplete.GroupLabel>
  );
}
