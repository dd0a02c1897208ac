import * as words from '#words/shell';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { hasSingleKeys } from '../../lib/keys/key-choices.ts';
import { useStore } from '../../lib/store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { HandleLine } from '../../ui/handle.tsx';
import { Keys } from '../../ui/key-list.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import type { PaletteGroup, PaletteRow } from './use-palette-rows.ts';

interface PaletteListProps {
  groups: PaletteGroup[];
  onChoose: (run: () => void) => void;
}

/** The rows of the palette as a listbox. */
export function PaletteList({ groups, onChoose }: PaletteListProps) {
  return (
    <Autocomplete.List
      aria-label={words.peoplePagesAndActions}
      // The text field must keep the focus.
      onMouseDown={(event) => event.preventDefault()}
      className="outline-none"
    >
      {groups.map(({ title, rows }) => (
        <Autocomplete.Group key={title}>
          <Autocomplete.GroupLabel className="px-6 pt-3 pb-1 text-meta font-semibold text-muted">
            {title}
          </Autocomplete.GroupLabel>
          {rows.map((row) => (
            <Autocomplete.Item
              key={row.id}
              value={row.id}
              onClick={(event) => {
                // The typed text stays in the field while the palette closes.
                event.preventBaseUIHandler();
                onChoose(row.run);
              }}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-6 py-1 outline-none select-none data-highlighted:bg-hover"
            >
              <Row row={row} />
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  );
}

function Row({ row }: { row: PaletteRow }) {
  const hasKeys = useStore(hasSingleKeys);
  if ('person' in row) {
    const { person } = row;
    return (
      <>
        <Avatar user={person} size={32} />
        <span className="min-w-0 leading-tight">
          <NameLine user={person} />
          <HandleLine username={person.username} className="text-meta text-muted" />
        </span>
      </>
    );
  }
  if ('search' in row)
    return (
      <>
        <Icon>
          <Search />
        </Icon>
        <span className="truncate">
          <Sentence parts={words.searchFor({ text: <bdi>{row.search}</bdi> })} />
        </span>
      </>
    );
  const { label, icon, keys } = row.command;
  return (
    <>
      <Icon>{icon}</Icon>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys && hasKeys && (
        <span aria-hidden className="shrink-0 max-md:hidden">
          <Keys keys={keys} />
        </span>
      )}
    </>
  );
}

function Icon({ children }: { children: React.ReactNode }) {
  return (
    <span className="flex size-8 shrink-0 items-center justify-center text-muted [&_svg]:size-5">
      {children}
    </span>
  );
}
