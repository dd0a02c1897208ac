import * as words from '#words/chat';
import { Autocomplete } from '@base-ui/react/autocomplete';
import type { UserCard } from '@roost/contract/users';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { PeopleOptions } from './people-options.tsx';
import { usePeopleSearch } from '../../users/use-people-search.ts';

/** How long the dialog shows that a message has one recipient only. */
const ONE_RECIPIENT_MS = 2_000;

interface RecipientPickerProps {
  recipient: UserCard | undefined;
  onPick: (person: UserCard | undefined) => void;
}

/** Searches for people and lets the user choose one. The text field keeps the focus: arrow keys move, Enter picks. */
export function RecipientPicker({ recipient, onPick }: RecipientPickerProps) {
  const [text, setText] = useState('');
  const search = usePeopleSearch(text.trim());
  const input = useRef<HTMLInputElement>(null);
  const { isShown, show } = useNotice();
  const isOpen = search.isCurrent && search.people.length > 0;

  function pick(person: UserCard) {
    if (recipient && recipient._id !== person._id) show();
    else onPick(recipient ? undefined : person);
  }

  const onKeyDown: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = (event) => {
    // Escape closes the dialog, and the text stays.
    if (event.key === 'Escape') event.preventBaseUIHandler();
    // The input method handles keys during composition.
    else if (event.key === 'Backspace' && text === '' && !event.nativeEvent.isComposing)
      onPick(undefined);
  };

  return (
    <Autocomplete.Root
      inline
      open={isOpen}
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      filter={null}
      autoHighlight="always"
      highlightItemOnHover={false}
    >
      {recipient && (
        <Chosen
          person={recipient}
          onRemove={() => {
            onPick(undefined);
            input.current?.focus();
          }}
        />
      )}
      <Autocomplete.Input
        ref={input}
        // Base UI leaves it out of a list without a popup, but a combobox must say it.
        aria-expanded={isOpen}
        render={<TextField label={words.to} />}
        placeholder={words.searchPeople}
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        dir="auto"
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-2 min-h-4.5 text-meta text-warning-text">
        {isShown && words.onlyOneUserCanBeSelected}
      </p>
      <PeopleOptions search={search} chosenId={recipient?._id} onPick={pick} />
    </Autocomplete.Root>
  );
}

function Chosen({ person, onRemove }: { person: UserCard; onRemove: () => void }) {
  return (
    <p className="mb-3 flex w-fit max-w-full items-center gap-2 rounded-full bg-accent-soft py-1 pe-1 ps-1.5">
      <Avatar user={person} size={28} />
      <span className="min-w-0 truncate text-name font-semibold">
        <bdi>{nameOf(person)}</bdi>
      </span>
      <IconButton
        label={words.removePerson({ username: person.username })}
        onClick={onRemove}
        className="size-8"
      >
        <X size={18} />
      </IconButton>
    </p>
  );
}

/** A notice that disappears after a time. Showing it again restarts the time. */
function useNotice() {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function show() {
    setShown(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(false), ONE_RECIPIENT_MS);
  }
  return { isShown, show };
}
