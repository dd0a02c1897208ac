import * as words from '#words/shell';
import type { UserCard } from '@roost/contract/users';
import { useMemo } from 'react';
import { matchingPeople } from '../../features/search/box/matching.ts';
import { rememberSearch } from '../../features/search/box/recent-searches.ts';
import type { PeopleSearch } from '../../features/users/use-people-search.ts';
import { navigate } from '../../lib/router/router.tsx';
import { useStore } from '../../lib/store.ts';
import { paths } from '../../paths.ts';
import { actionCommands, pageCommands, type Command, type CommandContext } from './commands.tsx';
import { matchingCommands } from './matching-commands.ts';
import { recentChoices, rememberChoice, type Choice } from './recent-choices.ts';

/** A row of the palette: a command, a person, or the search for the typed text. */
export type PaletteRow = { id: string; run: () => void } & (
  | { command: Command }
  | { person: UserCard }
  | { search: string }
);

export interface PaletteGroup {
  title: string;
  rows: PaletteRow[];
}

/** The palette shows this many people. The search shows all. */
const MAX_PEOPLE = 6;

/**
 * The groups of the palette for a text. People come last, because they arrive later, and no row may move under the key that chooses
 * it. After an `@` there are only people, and then the search.
 */
export function usePaletteRows(
  text: string,
  search: PeopleSearch,
  context: CommandContext,
): PaletteGroup[] {
  const recent = useStore(recentChoices);
  const pageRows = useMemo(() => pageCommands(context.viewer).map(pageRow), [context.viewer]);
  const actionRows = actionCommands(context).map(commandRow);
  if (text === '') return withoutEmpty(startGroups(recent, pageRows, actionRows));

  const found = search.isCurrent ? search.people : matchingPeople(search.people, text);
  const people = { title: words.people, rows: found.slice(0, MAX_PEOPLE).map(personRow) };
  const searchGroup = { title: words.search, rows: [searchRow(text, context.viewer._id)] };
  if (text.startsWith('@')) {
    const isOver = search.stage === 'too short' || search.isCurrent || search.found.isError;
    return withoutEmpty(isOver ? [people, searchGroup] : [people]);
  }
  const matching = (rows: CommandRow[]) =>
    matchingCommands(
      rows.map(({ command }) => command),
      text,
    ).flatMap((command) => rows.filter((row) => row.command === command));
  return withoutEmpty([
    { title: words.pages, rows: matching(pageRows) },
    { title: words.actions, rows: matching(actionRows) },
    searchGroup,
    people,
  ]);
}

type CommandRow = PaletteRow & { command: Command };

/** Without a text: the recent choices, and then all other pages and actions. */
function startGroups(
  recent: readonly Choice[],
  pageRows: CommandRow[],
  actionRows: CommandRow[],
): PaletteGroup[] {
  const recentRows = recent.flatMap((choice) =>
    'person' in choice
      ? [personRow(choice.person)]
      : pageRows.filter(({ id }) => id === choice.page),
  );
  return [
    { title: words.recent, rows: recentRows },
    { title: words.pages, rows: pageRows.filter((row) => !recentRows.includes(row)) },
    { title: words.actions, rows: actionRows },
  ];
}

const withoutEmpty = (groups: PaletteGroup[]) => groups.filter(({ rows }) => rows.length > 0);

const commandRow = (command: Command): CommandRow => ({
  id: command.id,
  command,
  run: command.run,
});

function pageRow(command: Command): CommandRow {
  const run = () => {
    rememberChoice({ page: command.id });
    command.run();
  };
  return { id: command.id, command, run };
}

function personRow(person: UserCard): PaletteRow {
  const run = () => {
    rememberChoice({ person });
    navigate(paths.profile(person.username));
  };
  return { id: person._id, person, run };
}

function searchRow(search: string, viewerId: string): PaletteRow {
  const run = () => {
    rememberSearch(viewerId, search);
    navigate(paths.searchFor(search));
  };
  return { id: 'search', search, run };
}
