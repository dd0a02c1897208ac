type Area = 'localStorage' | 'sessionStorage';

/** A value under one key of a storage. The storage may be absent, refused or full. */
export interface StoredValue<Value> {
  /** The stored value. Undefined if there is none or it is malformed. */
  read: () => Value | undefined;
  /** Stores the value, or removes it if it is undefined. Returns false if the browser refuses. */
  write: (value: Value | undefined) => boolean;
}

export function storedText(area: Area, key: string): StoredValue<string> {
  return {
    read: () => attempt(area, (storage) => storage.getItem(key)) ?? undefined,
    write: (text) =>
      attempt(area, (storage) => {
        if (text === undefined) storage.removeItem(key);
        else storage.setItem(key, text);
        return true;
      }) ?? false,
  };
}

/** A value stored as JSON. `parse` returns undefined if the value is malformed, because anything may be in a storage. */
export function storedJson<Value>(
  area: Area,
  key: string,
  parse: (value: unknown) => Value | undefined,
): StoredValue<Value> {
  const text = storedText(area, key);
  return {
    read() {
      try {
        return parse(JSON.parse(text.read() ?? 'null'));
      } catch {
        return undefined;
      }
    },
    write: (value) => text.write(value === undefined ? undefined : JSON.stringify(value)),
  };
}

/** Reads a value and removes it, so that it is read only once. */
export function take<Value>({ read, write }: StoredValue<Value>): Value | undefined {
  const value = read();
  write(undefined);
  return value;
}

export function storedKeys(area: Area, prefix = ''): string[] {
  const keys = attempt(area, (storage) => Object.keys(storage)) ?? [];
  return keys.filter((key) => key.startsWith(prefix));
}

/** Calls the listener after another tab changes one of these keys, or a key that starts with one of them. */
export function onOtherTab(listener: () => void, ...prefixes: string[]): void {
  if (typeof window === 'undefined') return;
  addEventListener('storage', ({ key }) => {
    // Without a key, the other tab has cleared the storage.
    if (key === null || prefixes.some((prefix) => key.startsWith(prefix))) listener();
  });
}

type TypeName = 'string' | 'number' | 'boolean' | 'object';

/** Whether a stored value is an object whose fields have these types. */
export function hasFields<Value>(
  value: unknown,
  types: Partial<Record<keyof Value, TypeName>>,
): value is Value {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(([name, type]) => typeof Reflect.get(value, name) === type);
}

/** The valid items of a stored list. */
export function validItems<Item>(value: unknown, isValid: (item: unknown) => item is Item): Item[] {
  return Array.isArray(value) ? value.filter((item) => isValid(item)) : [];
}

function attempt<Result>(area: Area, work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(globalThis[area]);
  } catch {
    return undefined;
  }
}
