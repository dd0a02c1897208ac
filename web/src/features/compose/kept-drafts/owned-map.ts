import { DRAFT_PREFIX, onLogout } from '../../../lib/logout.ts';
import { storedJson, validItems } from '../../../lib/storage.ts';
import { viewerIdNow } from '../../auth/session.ts';

export interface OwnedMap<Value> {
  get: (key: string) => Value | undefined;
  set: (value: Value) => void;
  delete: (key: string) => void;
  values: () => Value[];
}

/**
 * Values of the signed-in person in the session storage of this tab. Like the drafts, they survive a reload and an
 * expired session. The next person sees their own only.
 */
export function ownedMap<Value>(options: {
  name: string;
  isValue: (value: unknown) => value is Value;
  keyOf: (value: Value) => string;
  /** Called with the values after each change. */
  onChange?: (values: Value[]) => void;
}): OwnedMap<Value> {
  const { name, isValue, keyOf, onChange } = options;
  const values = new Map<string, Value>();
  let ownerId: string | undefined;
  const storageOf = (id: string) =>
    storedJson('sessionStorage', `${DRAFT_PREFIX}${name}:${id}`, (value) =>
      validItems(value, isValue),
    );

  function become(id: string | undefined): void {
    ownerId = id;
    values.clear();
    for (const value of (id !== undefined && storageOf(id).read()) || [])
      values.set(keyOf(value), value);
    onChange?.([...values.values()]);
  }

  function now(): Map<string, Value> {
    const id = viewerIdNow();
    if (id !== ownerId) become(id);
    return values;
  }

  function store(): void {
    if (ownerId !== undefined)
      storageOf(ownerId).write(values.size > 0 ? [...values.values()] : undefined);
    onChange?.([...values.values()]);
  }

  onLogout(() => become(undefined));
  return {
    get: (key) => now().get(key),
    set(value) {
      now().set(keyOf(value), value);
      store();
    },
    delete: (key) => now().delete(key) && store(),
    values: () => [...now().values()],
  };
}
