import * as words from '#words/shell';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { MAX_SEARCH_LENGTH } from '@roost/contract/search';
import { useRef, useState, type ComponentProps } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { usePeopleSearch } from '../../features/users/use-people-search.ts';
import { isPaletteKey } from '../../lib/keys/key-names.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import type { CommandContext } from './commands.tsx';
import { PaletteList } from './palette-list.tsx';
import { PeopleState } from './people-state.tsx';
import { usePaletteRows } from './use-palette-rows.ts';

interface PaletteBodyProps {
  context: CommandContext;
  onClose: () => void;
  /** Closes the palette, and then runs the choice. */
  onChoose: (run: () => void) => void;
}

/** The field and the list of the palette. The field keeps the focus: arrow keys move, Enter chooses. */
export function PaletteBody({ context, onClose, onChoose }: PaletteBodyProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = text.trim();
  // A hashtag is no name.
  const search = usePeopleSearch(/^[#＃]/u.test(wanted) ? '' : wanted, true);
  const groups = usePaletteRows(wanted, search, context);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);

  const onKeyDown: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = (event) => {
    // Escape closes the dialog.
    if (event.key === 'Escape') event.preventBaseUIHandler();
    if (!isPaletteKey(event.nativeEvent)) return;
    event.preventDefault();
    onClose();
  };

  return (
    <Autocomplete.Root
      inline
      // Without rows, Base UI must not point to one.
      open={count > 0}
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      filter={null}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        ref={field}
        render={
          <SearchField
            label={words.findPeoplePagesAndActions}
            clearLabel={words.clear}
            onClear={() => {
              setText('');
              field.current?.focus();
            }}
          />
        }
        // Base UI leaves it out of a list without a popup, but a combobox must say it.
        aria-expanded={count > 0}
        placeholder={words.findPeoplePagesAndActions}
        maxLength={MAX_SEARCH_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        onKeyDown={onKeyDown}
      />
      <Announcement>{wanted !== '' && words.countOfResults({ count })}</Announcement>
      <div className="-mx-6 mt-3 h-104 max-h-[55dvh] scroll-py-2 overflow-y-auto overscroll-contain">
        <PaletteList groups={groups} onChoose={onChoose} />
        <PeopleState search={search} />
      </div>
      <p
        aria-hidden
        className="-mx-6 -mb-3 border-t border-line pt-3 text-center text-meta text-muted max-md:hidden"
      >
        {words.howToChoose}
      </p>
    </Autocomplete.Root>
  );
}
