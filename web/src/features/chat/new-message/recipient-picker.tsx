import type { UserCard } from '@roost/contract/users';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ONE_RECIPIENT_MS } from '../../../lib/constants.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PeopleOptions, type OptionKeys } from './people-options.tsx';

interface RecipientPickerProps {
  recipient: UserCard | undefined;
  onPick: (person: UserCard | undefined) => void;
}

/** A search for people, of whom one can be chosen. */
export function RecipientPicker({ recipient, onPick }: RecipientPickerProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState<string>();
  const takeKey = useRef<OptionKeys>(null);
  const field = useRef<HTMLDivElement>(null);
  const { isShown, show } = useNotice();

  function pick(person: UserCard) {
    if (recipient && recipient._id !== person._id) show();
    else onPick(recipient ? undefined : person);
  }

  function onKeyDown(event: KeyboardEvent) {
    // What is being composed belongs to the keyboard.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && text === '') onPick(undefined);
    else if (takeKey.current?.(event.key)) event.preventDefault();
  }

  return (
    <div ref={field}>
      {recipient && (
        <Chosen
          person={recipient}
          onRemove={() => {
            onPick(undefined);
            field.current?.querySelector('input')?.focus();
          }}
        />
      )}
      <TextField
        label="To"
        role="combobox"
        aria-expanded={active !== undefined}
        aria-controls={listId}
        aria-activedescendant={active}
        aria-autocomplete="list"
        placeholder="Search people"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-2 min-h-4.5 text-meta text-warning-text">
        {isShown && 'Only one user can be selected.'}
      </p>
      <PeopleOptions
        id={listId}
        query={text.trim()}
        chosenId={recipient?._id}
        takeKey={takeKey}
        onActive={setActive}
        onPick={pick}
      />
    </div>
  );
}

function Chosen({ person, onRemove }: { person: UserCard; onRemove: () => void }) {
  return (
    <p className="mb-3 flex w-fit max-w-full items-center gap-2 rounded-full bg-accent-soft py-1 pr-1 pl-1.5">
      <Avatar user={person} size={28} />
      <span className="min-w-0 truncate text-name font-semibold">
        <bdi>{person.fullName || person.username}</bdi>
      </span>
      <IconButton label={`Remove @${person.username}`} onClick={onRemove} className="size-8">
        <X size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </p>
  );
}

/** Words that go again by themselves; another reason for them starts their time anew. */
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
