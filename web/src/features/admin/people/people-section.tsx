import * as words from '#words/admin';
import type { PersonStatus } from '@roost/contract/admin';
import type { Role } from '@roost/contract/users';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { PeopleList } from './people-list.tsx';
import type { PeopleFilter } from './people.query.ts';
import { choicesOf, roleNames, statusNames } from './person-names.ts';

/** The longest email address. */
const MAX_QUERY = 254;

const roles = choicesOf<Role>(words.everyRole, roleNames);
const statuses = choicesOf<PersonStatus>(words.everyStatus, statusNames);

/** Finds people by name, role and status. The address of the page has the filter, so a link can lead to it. */
export function PeopleSection() {
  const [filter, setFilter] = useFilter();
  const [typed, setTyped] = useState(filter.query);
  const query = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const search = useEffectEvent((text: string) => {
    if (text !== filter.query) setFilter({ query: text });
  });
  useEffect(() => search(query), [query]);
  return (
    <>
      <search className="flex flex-col gap-3 border-b border-line px-4 py-4">
        <SearchField
          label={words.findPeople}
          placeholder={words.nameOrEmailAddress}
          clearLabel={words.emptyTheSearch}
          value={typed}
          maxLength={MAX_QUERY}
          onChange={({ target }) => setTyped(target.value)}
          onClear={() => setTyped('')}
        />
        <div className="flex flex-wrap gap-3">
          <Select
            aria-label={words.role}
            options={roles}
            value={filter.role}
            onChange={({ target }) => setFilter({ role: target.value as PeopleFilter['role'] })}
          />
          <Select
            aria-label={words.status}
            options={statuses}
            value={filter.status}
            onChange={({ target }) => setFilter({ status: target.value as PeopleFilter['status'] })}
          />
        </div>
      </search>
      <PeopleList filter={filter} />
    </>
  );
}

function useFilter() {
  const [params, setParams] = useSearchParams();
  const chosen = <Value extends string>(name: string, names: Record<Value, string>) => {
    const value = params.get(name) ?? '';
    return Object.hasOwn(names, value) ? (value as Value) : '';
  };
  const filter: PeopleFilter = {
    query: params.get('query') ?? '',
    role: chosen('role', roleNames),
    status: chosen('status', statusNames),
  };
  const setFilter = (change: Partial<PeopleFilter>) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(entries), { replace: true, preventScrollReset: true });
  };
  return [filter, setFilter] as const;
}
