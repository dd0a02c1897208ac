import * as words from '#words/search';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { History, X } from 'lucide-react';
import { option } from './option.ts';

interface RecentRowsProps {
  searches: string[];
  onPick: (text: string) => void;
  onForget: (text: string) => void;
  onClear: () => void;
}

/** The member's recent searches, each with a button that removes it. */
export function RecentRows({ searches, onPick, onForget, onClear }: RecentRowsProps) {
  return (
    <>
      {searches.map((text) => (
        <Autocomplete.Row key={text} className="flex items-center">
          <Autocomplete.Item
            value={text}
            onClick={() => onPick(text)}
            className={`${option} min-w-0 flex-1 pe-2 ps-4`}
          >
            <History className="shrink-0 text-muted" />
            <bdi className="truncate">{text}</bdi>
          </Autocomplete.Item>
          <Autocomplete.Item
            value={words.remove({ text })}
            aria-label={words.removeQuoted({ text })}
            onClick={(event) => {
              // Keep the list open.
              event.preventBaseUIHandler();
              onForget(text);
            }}
            className={`${option} me-1 size-11 shrink-0 justify-center rounded-full text-muted hover:text-text`}
          >
            <X size={18} />
          </Autocomplete.Item>
        </Autocomplete.Row>
      ))}
      <Autocomplete.Row>
        <Autocomplete.Item
          value={words.clearAll}
          onClick={onClear}
          className={`${option} px-4 font-medium text-accent-text`}
        >
          {words.clearAll}
        </Autocomplete.Item>
      </Autocomplete.Row>
    </>
  );
}
