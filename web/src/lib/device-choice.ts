import { onOtherTab, storedText } from './storage.ts';
import { createStore, type Store } from './store.ts';

/**
 * A choice that this browser keeps. Other tabs follow. `defaultValue` needs no entry in the storage. If the browser
 * refuses storage, the choice lasts as long as the page.
 */
export function deviceChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  defaultValue: Value,
): Store<Value> {
  const stored = storedText('localStorage', key);
  const read = () => {
    const text = stored.read();
    return values.find((value) => value === text) ?? defaultValue;
  };
  const store = createStore(read());
  onOtherTab(() => store.set(read()), key);
  return {
    ...store,
    set(next) {
      stored.write(next === defaultValue ? undefined : next);
      store.set(next);
    },
  };
}

/** A switch that is on until a person turns it off in this browser. */
export function deviceSwitch(key: string): Store<boolean> {
  const { get, set, subscribe } = deviceChoice(key, ['on', 'off'], 'on');
  return { get: () => get() === 'on', set: (isOn) => set(isOn ? 'on' : 'off'), subscribe };
}
