import { onOtherTab, storedText } from './storage.ts';
import { createStore, type Store } from './store.ts';

/** Something that acts until a person turns it off in this browser. Other tabs follow. */
export function deviceSwitch(key: string): Store<boolean> {
  const stored = storedText('localStorage', key);
  const isOn = () => stored.read() !== 'off';
  const store = createStore(isOn());
  onOtherTab(() => store.set(isOn()), key);
  return {
    ...store,
    set(next) {
      stored.write(next ? undefined : 'off');
      store.set(next);
    },
  };
}
